// The words that titles, people and places of the filled market are made of.

/** Subjects of each branch, the commonest first. Branches without a line take those of Science. */
export const subjects: Record<string, readonly string[]> = {
  'Computer Science': ['Data Structures', 'Operating Systems', 'Computer Networks', 'Algorithms'],
  Mechanical: ['Thermodynamics', 'Fluid Mechanics', 'Machine Design', 'Strength of Materials'],
  Civil: ['Surveying', 'Structural Analysis', 'Soil Mechanics', 'Concrete Technology'],
  Electrical: ['Power Systems', 'Electrical Machines', 'Control Systems', 'Circuit Theory'],
  Electronics: ['Digital Electronics', 'Signals and Systems', 'Microprocessors', 'Antennas'],
  Chemical: ['Mass Transfer', 'Heat Transfer', 'Reaction Engineering', 'Process Control'],
  Medical: ['Human Anatomy', 'Physiology', 'Pathology', 'Pharmacology', 'Biochemistry'],
  Law: ['Constitutional Law', 'Indian Penal Code', 'Law of Contracts', 'Jurisprudence'],
  Commerce: ['Financial Accounting', 'Income Tax', 'Business Studies', 'Auditing'],
  Management: ['Marketing Management', 'Organisational Behaviour', 'Operations Research'],
  Science: ['Physics', 'Chemistry', 'Biology', 'Botany', 'Zoology'],
  Mathematics: ['Calculus', 'Linear Algebra', 'Trigonometry', 'Real Analysis', 'Statistics'],
  'School (Class 1-10)': ['Mathematics', 'Science', 'Social Studies', 'English', 'Hindi Grammar'],
  'Class 11-12': ['Physics', 'Chemistry', 'Mathematics', 'Biology', 'Accountancy'],
  'Competitive Exams': ['Quantitative Aptitude', 'General Studies', 'Logical Reasoning'],
  Fiction: ['Monsoon Nights', 'The Last Train', 'A House by the Ghats', 'Tales'],
  History: ['Ancient India', 'Modern India', 'The Freedom Struggle', 'The Mughal Empire'],
  Children: ['Panchatantra Stories', 'Rhymes', 'Folk Tales', 'Jataka Tales'],
}

export const beginnings = [
  'A Textbook of',
  'Fundamentals of',
  'Introduction to',
  'Principles of',
  'Objective',
  'Advanced',
  'Problems in',
  'Concepts of',
  'Engineering',
  'Understanding',
  'Practical',
  'A Course in',
] as const

export const endings = [
  '',
  'Volume 1',
  'Volume 2',
  'for Class 11',
  'for Class 12',
  'for Beginners',
  'with Solutions',
  'Second Edition',
  'Revised Edition',
] as const

/** Put together by threes, they make 64,000 names of places and series: words that are rare. */
export const syllables = [
  ...['na', 'ra', 'ka', 'ma', 'vi', 'su', 'de', 'pa', 'go', 'ja', 'sha', 'lo', 'mu', 'ti', 'ba'],
  ...['ri', 'ha', 'ya', 'chi', 'du', 'ke', 'la', 'mi', 'no', 'pu', 'ru', 'sa', 'tha', 'va', 'bhi'],
  ...['dha', 'gu', 'kha', 'li', 'me', 'ni', 'ro', 'si', 'tu', 'vo'],
] as const

export const firstNames = [
  ...['Aarav', 'Aditi', 'Ajay', 'Amit', 'Ananya', 'Anil', 'Arjun', 'Asha', 'Deepak', 'Divya'],
  ...['Farhan', 'Gauri', 'Harish', 'Imran', 'Isha', 'Jaya', 'Kabir', 'Kavita', 'Lakshmi', 'Manoj'],
  ...[
    'Meera',
    'Mohan',
    'Nandini',
    'Neha',
    'Nikhil',
    'Pooja',
    'Pradeep',
    'Priya',
    'Rahul',
    'Rajesh',
  ],
  ...['Ritu', 'Rohan', 'Sanjay', 'Shreya', 'Sunita', 'Suresh', 'Tara', 'Uma', 'Vijay', 'Zoya'],
] as const

export const lastNames = [
  ...['Agarwal', 'Banerjee', 'Bhat', 'Chatterjee', 'Das', 'Desai', 'Fernandes', 'Ghosh', 'Gupta'],
  ...['Iyer', 'Jain', 'Joshi', 'Kapoor', 'Khan', 'Kulkarni', 'Kumar', 'Mehta', 'Menon', 'Mishra'],
  ...['Mukherjee', 'Nair', 'Pandey', 'Patel', 'Pillai', 'Rao', 'Reddy', 'Saxena', 'Sen', 'Shah'],
  ...['Sharma', 'Shetty', 'Singh', 'Sinha', 'Srivastava', 'Subramanian', 'Thomas', 'Tiwari'],
  ...['Varma', 'Verma', 'Yadav'],
] as const
