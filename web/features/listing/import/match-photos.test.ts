import { expect, test } from 'vitest'
import { findPhotosIn } from './match-photos.ts'

function file(path: string, type = 'image/jpeg') {
  const made = new File(['x'], path.slice(path.lastIndexOf('/') + 1), { type })
  Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return made
}

test('photos are found in any case, with and without folders and extensions', () => {
  const photos = [
    file('Books/A-1.JPG'),
    file('Books/किताब.png'),
    file('b 2.heic', ''),
    file('n.txt', 'text/plain'),
  ]
  const find = findPhotosIn(photos)
  const names = ['a-1.jpg', 'A-1', 'books/a-1.jpg', 'किताब.PNG', 'B 2.HEIC']
  expect(names.map((name) => find([name]).files)).toEqual([
    ...[[photos[0]], [photos[0]], [photos[0]], [photos[1]], [photos[2]]],
  ])
  expect(find(['n.txt', 'a-2.jpg', '1.jpg', '', 'other/a-1.jpg'])).toEqual({
    ...{ files: [], ambiguous: [] },
  })
})

test('a photo that is named twice is found once', () => {
  const photos = [file('Books/a-1.jpg'), file('Books/a-2.jpg')]
  const { files } = findPhotosIn(photos)(['a-1.jpg', 'A-1', 'a-2', 'books/a-1.jpg'])
  expect(files).toEqual(photos)
})

test('a name that several photos have is ambiguous, unless its folder tells them apart', () => {
  const photos = [file('all/guide/1.jpg'), file('all/malgudi/1.jpg')]
  const find = findPhotosIn(photos)
  expect(find(['1.jpg'])).toEqual({ files: [], ambiguous: ['1.jpg'] })
  expect(find(['Malgudi/1.jpg'])).toEqual({ files: [photos[1]], ambiguous: [] })
})
