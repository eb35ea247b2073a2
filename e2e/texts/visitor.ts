// The texts that the specification quotes for the public pages, the login modals and a book's page.

import type { Side } from '#contract/common/endpoint.ts'
import { book, id } from '#e2e/support/sample-responses.ts'
import { emptyState, failingState, type ScreenState, type Step } from './screen-state.ts'

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
function modalStates(side: Side, role: 'Buyer' | 'Seller'): ScreenState[] {
  const address: Step[] = side === 'buyer' ? [['fill', 'Address', '12 Lake Road, Pune']] : []
  return [
    {
      screen: `${role} login modal`,
      state: 'open',
      url: `/about?login=${side}`,
      texts: [
        [`Login as ${role}`, 'dialog'],
        ["Don't have an account? Signup", 'button'],
      ],
    },
    {
      screen: `${role} login modal`,
      state: 'failing',
      calls: { [`POST /${side}/login` as const]: 'server-error' },
      steps: logIn,
      texts: [['Login failed.', 'alert']],
    },
    {
      screen: `${role} signup modal`,
      state: 'open',
      steps: [['press', "Don't have an account? Signup"]],
      texts: [
        [`Signup as ${role}`, 'dialog'],
        ['Already have an account? Login', 'button'],
      ],
    },
    {
      screen: `${role} signup modal`,
      state: 'failing',
      calls: { [`POST /${side}/signup` as const]: 'server-error' },
      steps: [...address, ...signUp],
      texts: [['Something went wrong', 'alert']],
    },
  ]
}

/**
 * Starts on a page without books and follows links, because the server renders books into pages.
 */
const fromAbout = (...names: string[]) => ({
  url: '/about',
  steps: names.map((name): Step => ['press', name]),
})

export const visitorStates: ScreenState[] = [
  ...modalStates('buyer', 'Buyer'),
  ...modalStates('seller', 'Seller'),
  {
    screen: 'Admin login',
    state: 'failing',
    url: '/admin/login',
    calls: { 'POST /admin/login': 'server-error' },
    steps: logIn,
    texts: [['Login failed', 'alert']],
  },
  {
    screen: 'Home',
    state: 'empty',
    ...fromAbout('Home'),
    calls: { 'GET /books/buyer/books': { json: [] } },
    texts: [['No books found.', 'text']],
  },
  {
    screen: 'Home',
    state: 'failing',
    ...fromAbout('Home'),
    calls: { 'GET /books/buyer/books': 'server-error' },
    texts: [
      ['Failed to fetch books.', 'log'],
      ['No books found.', 'text'],
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
      ['Search by title or author...', 'placeholder'],
      ['Recommended Books', 'heading'],
      ['Bestsellers', 'heading'],
      ['Physics Books', 'heading'],
      ['Not Available', 'text'],
    ],
  },
  {
    screen: 'Explore Books',
    state: 'failing',
    ...fromAbout('Books'),
    calls: { 'GET /books/shelves': 'server-error' },
    texts: [
      ['Failed to fetch books.', 'log'],
      ['No books found.', 'text'],
    ],
  },
  emptyState(
    'Explore Books',
    '/books?search=nothing-is-called-that&sort=newest',
    'No books found.',
  ),
  emptyState('Explore Books', '/books?search=nothing-is-called-that', 'No books found.'),
  {
    screen: 'Explore Books',
    state: 'sorted, failing',
    calls: { 'GET /titles': 'server-error' },
    steps: [
      ['press', 'Filters'],
      ['choose', 'Sort by', 'Newest'],
    ],
    texts: [['Failed to fetch books.', 'log']],
  },
  {
    screen: 'Book detail',
    state: 'with what may be missing',
    url: page,
    calls: {
      'GET /books/*': { json: { ...book, seller: { ...book.seller, name: '' } } },
      'GET /books/similar/*': { json: [] },
    },
    texts: [
      ['N/A', 'fact:Pages'],
      ['N/A', 'fact:Publication Date'],
      ['N/A', 'fact:Predicted Price'],
      ['Not Available', 'fact:Rent Price'],
      ['Unknown', 'fact:Seller'],
      ['No description available.', 'text'],
      ['Chat with Seller', 'button'],
      ['Similar Books', 'heading'],
      ['No similar books found.', 'text'],
    ],
  },
  {
    screen: 'Book detail',
    state: 'similar books failing',
    url: page,
    calls: { 'GET /books/*': { json: book }, 'GET /books/similar/*': 'server-error' },
    texts: [
      ['Failed to fetch similar books.', 'log'],
      ['No similar books found.', 'text'],
    ],
  },
  {
    screen: 'Book detail',
    state: 'loading',
    url: page,
    calls: { 'GET /books/*': 'pending' },
    texts: [['Loading...', 'status']],
  },
  failingState('Book detail', page, 'GET /books/*', [['Failed to fetch book.', 'alert']]),
  {
    screen: 'Book detail',
    state: 'gone',
    url: page,
    texts: [['Book not found.', 'alert']],
  },
  {
    screen: 'Book detail',
    state: 'without an id',
    url: '/buyer/book',
    texts: [
      ['Book ID is required', 'alert'],
      ['No book ID provided', 'log'],
    ],
  },
]
