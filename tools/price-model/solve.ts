/**
 * Solves a symmetric positive definite system (Cholesky) and overwrites the matrix, which is stored
 * by rows. A ridge of 1e-9 keeps it solvable where no listing determines a value.
 */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array<ArrayBuffer> {
  const size = right.length
  const at = (row: number, column: number) => matrix[row * size + column] ?? 0
  for (let column = 0; column < size; column++) {
    let pivot = at(column, column) + 1e-9
    for (let k = 0; k < column; k++) pivot -= at(column, k) ** 2
    const root = Math.sqrt(pivot)
    matrix[column * size + column] = root
    for (let row = column + 1; row < size; row++) {
      let value = at(row, column)
      for (let k = 0; k < column; k++) value -= at(row, k) * at(column, k)
      matrix[row * size + column] = value / root
    }
  }
  const solution = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++)
      solution[row] = (solution[row] ?? 0) - at(row, k) * (solution[k] ?? 0)
    solution[row] = (solution[row] ?? 0) / at(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++)
      solution[row] = (solution[row] ?? 0) - at(k, row) * (solution[k] ?? 0)
    solution[row] = (solution[row] ?? 0) / at(row, row)
  }
  return solution
}
