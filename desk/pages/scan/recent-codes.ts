import { prefixOf } from './check-offline.ts'

/** How long the code of the customer on the screen is ignored after it was last in view, in milliseconds. */
const SHOWN_MS = 8000
/** The same for the code that the camera read last, if staff have since typed another customer's number. */
const READ_MS = 2000

type Recent = { readonly code: string; readonly isKnown: boolean; readonly at: number }
const none: Recent = { code: '', isKnown: false, at: 0 }

/** The codes of a known customer change every half minute. A different code after a refused one is a new attempt. */
const isSame = ({ code, isKnown }: Recent, other: string): boolean =>
  code === other || (isKnown && prefixOf(code) === prefixOf(other))

/** Remembers the code on the screen and the one in the camera's view, so that neither is checked again. */
export function createRecentCodes() {
  let shown = none
  let read = none
  return {
    /** Call this with each code that is checked, and again when its customer is known. */
    note(code: string, isKnown: boolean, at: number): void {
      shown = { code, isKnown, at }
      const isRead = isKnown && prefixOf(read.code) === prefixOf(code)
      // The camera reports nothing while a code is checked, which can take longer than `READ_MS`.
      read = { ...read, isKnown: read.isKnown || isRead, at }
    },
    /** Call this with each code that the camera reads while none is checked. True if it is new and must be checked. */
    isNew(code: string, at: number): boolean {
      const isShown = isSame(shown, code) && at - shown.at < SHOWN_MS
      const isStillInView = isSame(read, code) && at - read.at < READ_MS
      if (isShown) shown = { ...shown, at }
      read = { code, isKnown: isStillInView && read.isKnown, at }
      return !isShown && !isStillInView
    },
  }
}
