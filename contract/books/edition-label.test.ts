// The titles are from server/demo/catalogue.csv and scripts/search-eval/titles.csv.
import { expect, test } from 'vitest'
import { editionLabel } from './edition-label.ts'

test.each([
  ['Physics: Textbook for Class XII, Part I', 'Part I · Class XII'],
  ['Mathematics: Textbook for Class IX', 'Class IX'],
  ['Mathematics for Class 12, Volume I', 'Vol. I · Class 12'],
  ['Concepts of Physics, Volume 2', 'Vol. 2'],
  ["B D Chaurasia's Human Anatomy, Volume 1", 'Vol. 1'],
  ['Elementary Biology, Volume 1', 'Vol. 1'],
  ['Science for Tenth Class, Part 2: Chemistry', 'Part 2 · Class 10'],
  ['Biology for Classes XI and XII', 'Class XI & XII'],
  ['Active Grammar for Class 1-3', 'Class 1–3'],
  ['Active Grammar for Class 6 to 8', 'Class 6–8'],
  ['Introduction to Algorithms, 3Ed. (International Edition)', '3rd ed.'],
  ['The Teachers Grammar of English , South Asian Edition', 'South Asian ed.'],
  ['Higher Algebra for 12th Standard', 'Class 12'],
  ['Exemplar Problems in Chemistry XII', 'Class XII'],
  ['The Drifting Classroom Vol. 2 (Drifting Classroom)', 'Vol. 2'],
  ['Doom Patrol Vol. 5: Magic Bus', ''],
  ['Tsubasa: RESERVoir CHRoNiCLE Vol. 6', 'Vol. 6'],
  ['The Eye Of The World: Book 1 of the Wheel of Time', 'Book 1'],
  ['A Storm of Swords: Part 1 Steel and Snow (Reissue) (A Song of Ice and Fire, Book 3)', 'Part 1'],
  ['Ponniyin Selvan, Part 1: Pudhu Vellam', 'Part 1'],
  ['Writing That Works, 3rd Edition: How to Communicate Effectively in Business', '3rd ed.'],
  [
    'The Elements of Statistical Learning: Data Mining, Inference, and Prediction, Second Edition (Springer Series in Statistics)',
    '2nd ed.',
  ],
  ["The New Roget's Thesaurus in Dictionary Form: Revised Edition", 'Revised ed.'],
  ['Birds of Nepal: Revised Edition (Helm Field Guides)', 'Revised ed.'],
  [
    'Learner’s Multilingual Dictionary: English-English-Kannada/Malayalam/Tamil/Telugu, 1e',
    '1st ed.',
  ],
  ['Physics Part Two, Volume Three, Class XI, 22nd Edition', 'Vol. 3 · XI · 22nd ed.'],
  ['माध्यमिक गणित की सम्पूर्ण पाठ्यपुस्तक कक्षा 12', 'कक्षा 12'],
  // Most of these have no label: their words are visible already, or don't tell editions apart.
  ['Surveying, Volume I', ''],
  ['Indian Economy (Old Edition)', 'Old ed.'],
  ['Democratic Politics I', ''],
  ['Crime and Punishment and More Stories', ''],
  ['A Perfectly Ordinary Second Class Citizen', ''],
  ['Longman Dictionary of Contemporary English New Edition Paper and DVD-ROM Pack', 'New ed.'],
  ['Dragon Ball, Vol. 1 (VIZBIG Edition)', ''],
  ['A Life in Parts and Other True Stories', ''],
  ['The Complete Novels (Penguin Classics Deluxe editions)', ''],
  ['Making Sense of the Partition of India', ''],
  ['The Book of Five Rings Revisited Today', ''],
])('%s: %s', (title, line) => {
  expect(editionLabel(title, 20)).toBe(line)
})
