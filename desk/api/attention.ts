import { ATTENDED_MS } from '#contract/desk/unattended.ts'
import { isRecent } from '#contract/recent.ts'

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let usedAt = Date.now()
const used = () => {
  usedAt = Date.now()
}
for (const input of inputs) addEventListener(input, used, { capture: true, passive: true })

/** True if the page has received input within `ATTENDED_MS`. Pages also poll while nobody uses them. */
export const isAttended = (): boolean => isRecent(usedAt, Date.now(), ATTENDED_MS)
