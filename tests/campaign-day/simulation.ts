/** The entry point that `bundle.ts` loads. */
export { play } from './play.ts'
export { shrink } from './shrink.ts'
