/** The request of an admin page, as in `/api/admin/buyers`. */
export const adminRequest = (name: string) => ({ path: new RegExp(`^/api/admin/${name}$`) })

/** The texts of the lists. */
export const adminLists = {
  buyers: {
    columns: ['Name', 'Email', 'Status', 'Action'],
    search: 'Search by name or email',
    empty: 'No buyers found.',
  },
  sellers: {
    columns: ['Name', 'Email', 'Phone', 'Status', 'Action'],
    search: 'Search by name or email',
    empty: 'No sellers found.',
  },
  books: {
    columns: [
      'Title',
      'Author',
      'Type',
      'Branch',
      'Original Price',
      'Predicted Price',
      'Current Price',
      'Rent Price',
      'Condition',
      'Rentable',
      'Seller',
      'Action',
    ],
    search: 'Search by title or branch',
    empty: 'No books found.',
  },
  orders: {
    columns: [
      'Book Title',
      'Buyer',
      'Buyer Email',
      'Seller',
      'Seller Email',
      'Order Type',
      'Price',
      'Phone',
      'Address',
      'Status',
      'Date',
    ],
    search: 'Search by book, buyer or seller',
    empty: 'No orders found.',
  },
}
export type AdminList = keyof typeof adminLists
