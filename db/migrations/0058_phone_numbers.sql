-- Store phone numbers in one form: Indian mobiles as +919876543210, some of which are 9876543210
-- now. Servers of the previous version can read and show both forms.
update accounts set phone = '+91' || phone where phone ~ '^[6-9]\d{9}$';
update orders set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';
update offers set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';
update offers set seller_phone_number = '+91' || seller_phone_number where seller_phone_number ~ '^[6-9]\d{9}$';
update exchange_members set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';

-- Merge addresses that were saved with both forms, keeping the latest use.
update addresses set used_at = greatest(addresses.used_at, same.used_at) from addresses as same
  where same.account_id = addresses.account_id and same.delivery_address = addresses.delivery_address
    and addresses.phone_number = '+91' || same.phone_number;
delete from addresses using addresses as same
  where same.account_id = addresses.account_id and same.delivery_address = addresses.delivery_address
    and same.phone_number = '+91' || addresses.phone_number;
update addresses set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';
