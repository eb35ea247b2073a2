-- For finding the listings of a wanted title (server/wants/public-titles.ts).
create index concurrently if not exists books_work_listed on books (work_id(search_text))
  where deleted_at is null and hidden_at is null and available > 0;

-- Orders whose contacts are hidden from the seller later.
create index concurrently if not exists orders_contact_shown on orders (id)
  where contact_hidden_at is null and status in ('Cancelled', 'Delivered');

-- For listing the notifications under an account's bell, newest first. Its predecessor notifications_bell
-- is used only by servers of the previous version: the next one can drop it.
create index concurrently if not exists notifications_under_bell on notifications (account_id, id desc) where not in_chat or rings;

-- Books whose search text has the old spelling. A job rewrites them, and the keys of their titles.
create index concurrently if not exists books_text_outdated on books (id)
  where search_text not like '% ;;% ;;% ;;% ;;% ;;%';

-- For counting, on each row of the list of sellers, the listings that an admin may release.
create index concurrently if not exists books_hidden_since_block on books (seller_id) where hidden_since_block;
