import type { DrawRefusalCode } from '#contract/desk/draw-refusals.ts'
import { isTooFar } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { refusalTexts } from './refusal-texts.ts'

/** Values for the placeholders in a refusal's text. `time` is in milliseconds since 1970. */
export type RefusalValues = Readonly<Record<string, string | number>>

/** The message is for the command line; the desk has its own text for each code. */
export class DrawRefusal extends Error {
  readonly code: DrawRefusalCode
  readonly values: RefusalValues

  constructor(code: DrawRefusalCode, values: RefusalValues = {}, message = messageOf(code, values)) {
    super(message)
    this.code = code
    this.values = values
  }
}

/** Throws TOO_FAR for a time that is more than five years ahead, such as a mistyped year. */
export function requireNear(at: number, now: number): void {
  if (isTooFar(at, now)) throw new DrawRefusal('TOO_FAR', { time: at })
}

const messageOf = (code: DrawRefusalCode, values: RefusalValues): string =>
  refusalTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return name === 'time' ? bangkokTime(Number(value)) : String(value)
  })
