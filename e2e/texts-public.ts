// The texts of the public pages, the login modals and a book's page.
import { book, id } from './samples.ts'
import type { Step, Texts } from './scene.ts'

const forms = 'web/features/account/auth-forms.tsx'
const facts = 'web/features/books/book-details.tsx'
const similar = 'web/features/books/similar-books.tsx'
const bookPage = 'web/pages/buyer/book.tsx'
const page = `/buyer/book/${id(1)}`

const logIn: Step[] = [
  ['fill', 'Email', 'asha@example.com'],
  ['fill', 'Password', 'monsoon-library-42'],
  ['press', 'Login'],
]
const signUp: Step[] = [
  ['fill', 'Name', 'Asha Patil'],
  ['fill', 'Email', 'asha@example.com'],
  ['fill', 'Password', 'monsoon-library-42'],
  ['press', 'Signup'],
]
const toSignup: Step = ['press', "Don't have an account? Signup"]
/** From a page without books: a page of the server's would bring them along. */
const fromAbout = (...names: string[]) => ({
  at: '/about',
  steps: names.map((name): Step => ['press', name]),
})

export const visitors: Texts = {
  scenes: [
    {
      screen: 'Buyer login modal',
      state: 'open',
      at: '/about?login=buyer',
      texts: [
        ['Login as Buyer', 'dialog', forms, ' as '],
        ["Don't have an account? Signup", 'button', forms],
      ],
    },
    {
      screen: 'Buyer login modal',
      state: 'failing',
      at: '/about?login=buyer',
      calls: { 'POST /buyer/login': 'broken' },
      steps: logIn,
      texts: [['Login failed.', 'alert', forms]],
    },
    {
      screen: 'Buyer signup modal',
      state: 'open',
      at: '/about?login=buyer',
      steps: [toSignup],
      texts: [
        ['Signup as Buyer', 'dialog', forms, ' as '],
        ['Already have an account? Login', 'button', forms],
      ],
    },
    {
      screen: 'Buyer signup modal',
      state: 'failing',
      at: '/about?login=buyer',
      calls: { 'POST /buyer/signup': 'broken' },
      steps: [toSignup, ['fill', 'Address', '12 Lake Road, Pune'], ...signUp],
      texts: [['Something went wrong', 'alert', 'web/features/account/signup-forms.tsx']],
    },
    {
      screen: 'Seller login modal',
      state: 'open',
      at: '/about?login=seller',
      texts: [
        ['Login as Seller', 'dialog', forms, ' as '],
        ["Don't have an account? Signup", 'button', forms],
      ],
    },
    {
      screen: 'Seller login modal',
      state: 'failing',
      at: '/about?login=seller',
      calls: { 'POST /seller/login': 'broken' },
      steps: logIn,
      texts: [['Login failed.', 'alert', forms]],
    },
    {
      screen: 'Seller signup modal',
      state: 'open',
      at: '/about?login=seller',
      steps: [toSignup],
      texts: [
        ['Signup as Seller', 'dialog', forms, ' as '],
        ['Already have an account? Login', 'button', forms],
      ],
    },
    {
      screen: 'Seller signup modal',
      state: 'failing',
      at: '/about?login=seller',
      calls: { 'POST /seller/signup': 'broken' },
      steps: [toSignup, ...signUp],
      texts: [['Something went wrong', 'alert', 'web/features/account/signup-forms.tsx']],
    },
    {
      screen: 'Admin login',
      state: 'failing',
      at: '/admin/login',
      calls: { 'POST /admin/login': 'broken' },
      steps: logIn,
      texts: [['Login failed', 'alert', 'web/pages/admin/login.tsx']],
    },
    {
      screen: 'Home',
      state: 'empty',
      ...fromAbout('Home'),
      calls: { 'GET /books/buyer/books': { json: [] } },
      texts: [['No books found.', 'text', 'web/pages/public/home.tsx']],
    },
    {
      screen: 'Home',
      state: 'failing',
      ...fromAbout('Home'),
      calls: { 'GET /books/buyer/books': 'broken' },
      texts: [
        ['Failed to fetch books.', 'log', 'contract/books.ts'],
        ['No books found.', 'text', 'web/pages/public/home.tsx'],
      ],
    },
    {
      screen: 'Explore Books',
      state: 'with books',
      ...fromAbout('Books'),
      calls: {
        'GET /books/shelves': {
          json: {
            recommended: [book],
            bestsellers: [book],
            branches: [{ branch: 'Physics', total: 1, books: [book] }],
          },
        },
      },
      texts: [
        ['Search by title or author...', 'placeholder', 'web/features/books/explore.tsx'],
        ['Recommended Books', 'heading', 'web/features/books/shelves.tsx'],
        ['Bestsellers', 'heading', 'web/features/books/shelves.tsx'],
        ['Physics Books', 'heading', 'web/features/books/shelves.tsx', ' Books`'],
        ['Not Available', 'text', 'web/features/books/book-card.tsx'],
      ],
    },
    {
      screen: 'Explore Books',
      state: 'failing',
      ...fromAbout('Books'),
      calls: { 'GET /books/shelves': 'broken' },
      texts: [
        ['Failed to fetch books.', 'log', 'contract/books.ts'],
        ['No books found.', 'text', 'web/features/books/shelves.tsx'],
      ],
    },
    {
      screen: 'Explore Books',
      state: 'sorted, empty',
      at: '/books?search=nothing-is-called-that&sort=newest',
      texts: [['No books found.', 'text', 'web/features/books/book-list.tsx']],
    },
    {
      screen: 'Explore Books',
      state: 'empty',
      at: '/books?search=nothing-is-called-that',
      texts: [['No books found.', 'text', 'web/features/books/shelves.tsx']],
    },
    {
      screen: 'Explore Books',
      state: 'sorted, failing',
      at: '/books?search=nothing-is-called-that',
      calls: { 'GET /books/buyer/books': 'broken' },
      steps: [
        ['press', 'Filters'],
        ['choose', 'Sort by', 'Newest'],
      ],
      texts: [['Failed to fetch books.', 'log', 'contract/books.ts']],
    },
    {
      screen: 'Book detail',
      state: 'with what may be missing',
      at: page,
      calls: {
        'GET /books/*': { json: { ...book, seller: { ...book.seller, name: '' } } },
        'GET /books/similar/*': { json: [] },
      },
      texts: [
        ['N/A', 'fact:Pages', 'web/format.ts'],
        ['N/A', 'fact:Publication Date', 'web/format.ts'],
        ['N/A', 'fact:Predicted Price', 'web/format.ts'],
        ['Not Available', 'fact:Rent Price', facts],
        ['Unknown', 'fact:Seller', 'web/format.ts'],
        ['No description available.', 'text', facts],
        ['Chat with Seller', 'button', facts],
        ['Similar Books', 'heading', similar],
        ['No similar books found.', 'text', similar],
      ],
    },
    {
      screen: 'Book detail',
      state: 'similar books failing',
      at: page,
      calls: { 'GET /books/*': { json: book }, 'GET /books/similar/*': 'broken' },
      texts: [
        ['Failed to fetch similar books.', 'log', 'contract/books.ts'],
        ['No similar books found.', 'text', similar],
      ],
    },
    {
      screen: 'Book detail',
      state: 'loading',
      at: page,
      calls: { 'GET /books/*': 'held' },
      texts: [['Loading...', 'status', 'web/ui/states.tsx']],
    },
    {
      screen: 'Book detail',
      state: 'failing',
      at: page,
      calls: { 'GET /books/*': 'broken' },
      texts: [['Failed to fetch book.', 'alert', bookPage]],
    },
    {
      screen: 'Book detail',
      state: 'gone',
      at: page,
      texts: [['Book not found.', 'alert', 'contract/errors.ts']],
    },
    {
      screen: 'Book detail',
      state: 'without an id',
      at: '/buyer/book',
      texts: [
        ['Book ID is required', 'alert', 'contract/errors.ts'],
        ['No book ID provided', 'log', bookPage],
      ],
    },
  ],
  proven: [
    {
      screen: 'Calls',
      state: 'signed out',
      proof:
        'web/api/client.test.ts › without a token nothing private is asked, and it is said why',
      texts: [
        ['User not authenticated.', 'web/api/client.ts'],
        ['No auth token found. Please log in.', 'contract/errors.ts'],
      ],
    },
  ],
}
