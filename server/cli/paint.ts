import type { TextStyle } from './terminal-types.ts'

/** Highlights text, or returns it unchanged if the output does not support colours. */
export type Paint = (text: string, style: TextStyle) => string

export const noPaint: Paint = text => text

const CODES: Readonly<Record<TextStyle, number>> = { heading: 1, good: 32, warning: 33, error: 31 }

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>

/** `hasColors` returns false for NO_COLOR and TERM=dumb. Files and pipes do not have this method. */
export const painter = (out: Out): Paint =>
  out.isTTY && out.hasColors() ? (text, style) => `\u001b[${CODES[style]}m${text}\u001b[0m` : noPaint

/** The words with which `checkLines` and the verbs begin each result. */
const STATES: Readonly<Record<string, TextStyle>> = {
  ok: 'good',
  warn: 'warning',
  FAIL: 'error',
  LOCKED: 'error',
}

export const paintState = (line: string, paint: Paint): string =>
  line.replace(/^(ok|warn|FAIL|LOCKED)(?= )/, state => paint(state, STATES[state] ?? 'heading'))
