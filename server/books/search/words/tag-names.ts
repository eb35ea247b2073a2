// What people call classes, exams, boards and subjects, in one spelling each. Names are as
// `tokensOf` gives them: lower case, without accents and punctuation.
import { normalize } from '#contract/books/normalize.ts'

/** `names` stand in titles and questions; `short` ones only in questions ('tom' is also a boy). */
export type Named = { names: readonly string[]; short?: readonly string[] }

/** `books`: titles and authors that people preparing for it use, though they don't name it. */
type Exam = Named & { books?: readonly string[] }

export const exams: Record<string, Exam> = {
  jee: {
    names: [
      ...['jee', 'iit jee', 'iitjee', 'jee main', 'jee mains', 'jee advanced', 'aieee'],
      ...['engineering entrance', 'जेईई'],
    ],
    short: ['iit'],
    books: [
      ...['concepts of physics', 'irodov', 'd c pandey', 'dc pandey', 's l loney', 'sl loney'],
      ...['m l khanna', 'cengage', 'o p tandon', 'op tandon', 'hall and knight', 'a das gupta'],
      ...['objective mathematics', 'i a maron'],
    ],
  },
  neet: {
    names: ['neet', 'aipmt', 'medical entrance', 'नीट'],
    books: ['concepts of physics', 'o p tandon', 'op tandon', 'elementary biology', 'trueman'],
  },
  upsc: {
    names: [
      ...['upsc', 'civil services', 'civil service', 'ias', 'csat', 'general studies', 'यूपीएससी'],
    ],
    short: ['ias prelims', 'ias mains', 'upsc prelims', 'upsc mains', 'prelims'],
    books: ['laxmikanth', 'nitin singhania', 'goh cheng leong', 'ramesh singh', 'rajiv ahir'],
  },
  ssc: {
    names: ['ssc', 'ssc cgl', 'ssc chsl', 'staff selection', 'एसएससी'],
    short: ['cgl', 'chsl'],
    books: ['lucent', 's p bakshi', 'sp bakshi', 'r s aggarwal', 'rs aggarwal', 'rajesh verma'],
  },
  bank: {
    names: ['bank po', 'ibps', 'sbi po', 'bank exams', 'bank exam', 'banking exam', 'banks'],
    short: ['bank', 'bank clerk', 'banking'],
    books: ['r s aggarwal', 'rs aggarwal'],
  },
  railway: { names: ['rrb', 'ntpc', 'railway recruitment'], short: ['railway', 'railways'] },
  gate: { names: ['gate', 'गेट'], short: ['gate exam'] },
  cat: { names: ['cat', 'mba entrance', 'xat'], books: ['arun sharma'] },
  gre: { names: ['gre'] },
  gmat: { names: ['gmat'] },
  ielts: { names: ['ielts'] },
  toefl: { names: ['toefl'] },
  sat: { names: ['sat'] },
  clat: { names: ['clat', 'law entrance'] },
  nda: { names: ['nda', 'cds'] },
  ctet: { names: ['ctet', 'tet', 'teacher eligibility'] },
  olympiad: { names: ['olympiad', 'olympiads', 'imo', 'nso'] },
  cbse: { names: ['cbse', 'ncert', 'एनसीईआरटी', 'सीबीएसई'] },
  icse: { names: ['icse', 'isc'] },
}

export const subjects: Record<string, Named> = {
  physics: {
    names: ['physics', 'भौतिकी', 'भौतिक विज्ञान', 'bhautiki', 'bhautik vigyan'],
    short: ['phy', 'phys', 'physic'],
  },
  chemistry: {
    names: ['chemistry', 'रसायन', 'रसायन विज्ञान', 'रसायन शास्त्र', 'rasayan', 'rasayan vigyan'],
    short: ['chem'],
  },
  biology: {
    names: ['biology', 'जीव विज्ञान', 'जीवविज्ञान', 'jeev vigyan', 'jiv vigyan'],
    short: ['bio'],
  },
  mathematics: { names: ['mathematics', 'maths', 'math', 'गणित', 'ganit'] },
  science: { names: ['science', 'विज्ञान', 'vigyan'], short: ['sci'] },
  'social-science': { names: ['social science', 'social studies'], short: ['sst'] },
  environment: { names: ['environmental studies', 'environment', 'ecology'], short: ['evs'] },
  history: { names: ['history', 'इतिहास', 'itihas'], short: ['hist'] },
  geography: { names: ['geography', 'भूगोल', 'bhugol'], short: ['geo'] },
  polity: {
    names: ['polity', 'political science', 'civics', 'राजनीति विज्ञान'],
    short: ['pol sci'],
  },
  economics: {
    names: ['economics', 'economy', 'macroeconomics', 'microeconomics', 'अर्थशास्त्र'],
    short: ['eco', 'econ'],
  },
  accountancy: {
    names: ['accountancy', 'accounting', 'accounts', 'book keeping', 'bookkeeping'],
    short: ['acc', 'accs'],
  },
  'business-studies': { names: ['business studies'], short: ['bst'] },
  english: { names: ['english', 'अंग्रेज़ी', 'अंग्रेजी'], short: ['eng'] },
  hindi: { names: ['hindi', 'हिंदी', 'हिन्दी'] },
  sanskrit: { names: ['sanskrit', 'संस्कृत'] },
  psychology: { names: ['psychology'], short: ['psych'] },
  sociology: { names: ['sociology'] },
  reasoning: { names: ['reasoning'] },
  aptitude: { names: ['quantitative aptitude', 'aptitude'], short: ['quant', 'quants', 'qa'] },
  'general-knowledge': { names: ['general knowledge', 'gk', 'सामान्य ज्ञान', 'samanya gyan'] },
  'computer-science': { names: ['computer science'], short: ['cs', 'cse'] },
  'data-structures': { names: ['data structures', 'data structure', 'dsa'], short: ['ds'] },
  algorithms: { names: ['algorithms', 'algorithm', 'dsa'], short: ['algo', 'algos', 'daa'] },
  databases: {
    names: ['dbms', 'database management', 'database system', 'database systems', 'rdbms'],
    short: ['database', 'databases', 'db'],
  },
  'operating-systems': {
    names: ['operating system', 'operating systems'],
    short: ['os'],
  },
  networks: {
    names: ['computer networks', 'computer networking', 'computer network', 'data communications'],
    short: ['cn', 'networking'],
  },
  'computer-architecture': {
    names: ['computer architecture', 'computer organization', 'computer organisation'],
    short: ['coa', 'ca'],
  },
  'theory-of-computation': { names: ['theory of computation', 'automata theory'], short: ['toc'] },
  compilers: { names: ['compilers', 'compiler design'] },
  'software-engineering': { names: ['software engineering'], short: ['se'] },
  'artificial-intelligence': { names: ['artificial intelligence'], short: ['ai'] },
  'machine-learning': { names: ['machine learning'], short: ['ml'] },
  'object-oriented': { names: ['object oriented', 'oops', 'oop'] },
  'strength-of-materials': {
    names: ['strength of materials', 'mechanics of materials', 'mechanics of solids'],
    short: ['som'],
  },
  'fluid-mechanics': { names: ['fluid mechanics', 'hydraulics'], short: ['fm'] },
  'theory-of-machines': { names: ['theory of machines'], short: ['tom'] },
  thermodynamics: { names: ['thermodynamics'], short: ['thermo'] },
  'heat-transfer': { names: ['heat transfer'], short: ['hmt'] },
  electromagnetics: {
    names: ['electromagnetics', 'electromagnetic theory', 'electromagnetic fields'],
    short: ['emt', 'emft'],
  },
  'digital-electronics': {
    names: ['digital electronics', 'digital logic', 'digital design'],
    short: ['de', 'dld'],
  },
  signals: { names: ['signals and systems'] },
  'control-systems': { names: ['control systems', 'control system'] },
  'engineering-mathematics': {
    names: ['engineering mathematics', 'engineering maths'],
    short: ['em'],
  },
  anatomy: { names: ['anatomy'] },
  physiology: { names: ['physiology'] },
  statistics: { names: ['statistics'], short: ['stats'] },
  medicine: { names: ['medicine'] },
  law: { names: ['law', 'llb'] },
  'penal-code': { names: ['penal code', 'ipc', 'nyaya sanhita'], short: ['bns'] },
  'criminal-procedure': {
    names: ['criminal procedure', 'crpc', 'cr p c', 'nagarik suraksha sanhita'],
    short: ['bnss'],
  },
  'civil-procedure': { names: ['civil procedure', 'cpc'] },
  evidence: { names: ['evidence act', 'law of evidence', 'sakshya adhiniyam'] },
  'bare-act': { names: ['bare act', 'bare acts'] },
  'solved-papers': {
    names: [
      ...['previous year questions', 'previous years questions', 'previous year papers'],
      ...[
        'previous years',
        'previous year',
        'previous papers',
        'previous questions',
        'past papers',
      ],
      ...['solved papers', 'solved paper', 'question papers', 'question bank', 'pyq', 'pyqs'],
      ...['chapterwise solutions', 'chapter wise solutions'],
    ],
  },
}

/** A novel that is called 'Chemistry' isn't about chemistry. */
export const readingWords = new Set([
  ...['fiction', 'novel', 'novels', 'romance', 'thriller', 'mystery', 'fantasy', 'adventure'],
  ...['poetry', 'comics', 'graphic', 'manga', 'mangas', 'paranormal', 'crime', 'drama'],
])
export const studyBranches = new Set<string>([
  ...['Computer Science', 'Mechanical', 'Civil', 'Electrical', 'Electronics', 'Chemical'],
  ...['Medical', 'Law', 'Commerce', 'Management', 'Science', 'Mathematics'],
  ...['School (Class 1-10)', 'Class 11-12', 'Competitive Exams'],
])

/** Numbers of classes, as titles write them and as Hindi calls them. */
const numberNames: readonly (readonly string[])[] = [
  ['1', 'i', '1st', 'first', 'one', 'पहली', 'प्रथम'],
  ['2', 'ii', '2nd', 'second', 'two', 'दूसरी'],
  ['3', 'iii', '3rd', 'third', 'three', 'तीसरी'],
  ['4', 'iv', '4th', 'fourth', 'four', 'चौथी'],
  ['5', 'v', '5th', 'fifth', 'five', 'पांचवीं', 'पाँचवीं'],
  ['6', 'vi', '6th', 'sixth', 'six', 'छठी'],
  ['7', 'vii', '7th', 'seventh', 'seven', 'सातवीं'],
  ['8', 'viii', '8th', 'eighth', 'eight', 'आठवीं'],
  ['9', 'ix', '9th', 'ninth', 'nine', 'नौवीं', 'नवीं'],
  ['10', 'x', '10th', 'tenth', 'ten', 'दसवीं', 'matric'],
  ['11', 'xi', '11th', 'eleventh', 'eleven', 'ग्यारहवीं', '+1'],
  ['12', 'xii', '12th', 'twelfth', 'twelve', 'बारहवीं', '10+2', '+2'],
]
export const classNumbers = new Map(
  numberNames.flatMap((names, index) => names.map((name) => [normalize(name), index + 1] as const)),
)
export const classWords = new Set(
  ['class', 'classes', 'std', 'standard', 'grade', 'cls', 'kaksha', 'कक्षा', 'vargh'].map((word) =>
    normalize(word),
  ),
)
/** These mean a class also where nothing says so. */
export const lonelyClassNumbers = new Set([
  'xi',
  'xii',
  '10+2',
  '+2',
  '+1',
  ...['बारहवीं', 'ग्यारहवीं', 'दसवीं'].map(normalize),
])
/** 'Second class' is a railway carriage. */
export const numbersOfIdioms = new Set(['first', 'second', 'third', 'one', 'two'])
/** In questions these do too. */
export const askedClassNumbers = /^(?:[1-9]|1[0-2])(?:st|nd|rd|th)$|^(?:viii|ix)$/
/** After one of these numbers it is no class: the 10th edition. */
export const afterOtherNumbers = new Set([
  ...['edition', 'ed', 'edn', 'century', 'anniversary', 'volume', 'vol', 'part', 'reprint'],
])
