import { writeFile } from 'node:fs/promises'
import { findFirst } from './find-first.ts'

/** Searches for a broken promise among SEEDS seeds, starting at FIRST, and writes the result as JSON to FILE. */
const [first = '1', seeds = '1', phones = '8', file = ''] = process.argv.slice(2)
const found = await findFirst(Number(first), Number(seeds), Number(phones))
await writeFile(file, JSON.stringify(found))
