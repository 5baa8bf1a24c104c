import { assertNever } from '#contract/assert-never.ts'
import type { Act } from './plan.ts'

const reviewers = ['Ratana', 'Chai'] as const
const deciders = {
  same: 'approves it alone',
  other: 'Mali approves it',
  reviewer: 'Ratana, a reviewer, approves it',
} as const

/** Describes a step in words. */
export function storyOf(act: Act): string {
  const customer = 'who' in act ? `customer ${act.who}` : ''
  switch (act.do) {
    case 'join':
      return `${customer} opens the app to join`
    case 'receipt':
      return `${customer} sends ${act.paper === undefined ? 'a receipt' : `the paper receipt ${act.paper}`} of ${act.baht} baht`
    case 'correct':
      return `${customer} corrects the amount of a receipt to ${act.baht} baht`
    case 'withdraw':
      return `${customer} withdraws a receipt`
    case 'send-again':
      return `${customer} sends again what the app says is lost`
    case 'reach':
      return `${customer} tries to reach a receipt of customer ${act.other}`
    case 'marketing':
      return `${customer} ${act.on ? 'gives' : 'withdraws'} the consent to marketing`
    case 'answer':
      return `${customer} answers the question`
    case 'look':
      return `${customer} looks at the app`
    case 'use-reward':
      return `${customer} uses a reward`
    case 'mute':
      return `${customer} switches LINE messages ${act.on ? 'off' : 'on'}`
    case 'leave':
      return `${customer} leaves the campaign`
    case 'block-account':
      return `${customer} blocks the official account`
    case 'unblock-account':
      return `${customer} unblocks the official account`
    case 'chat':
      return `${customer} writes to the official account`
    case 'new-phone':
      return `${customer} has a new phone`
    case 'kill-page':
      return `${customer}'s phone kills the app`
    case 'build':
      return `${customer} gets the ${act.build} build of the app`
    case 'wrong-clock':
      return `${customer}'s phone gets a wrong clock`
    case 'answer-prize':
      return `${customer} answers whether they take a prize`
    case 'review':
      return `${reviewers[act.reviewer]} reviews up to ${act.receipts} receipts`
    case 'undo':
      return `${reviewers[act.reviewer]} takes ${act.decisions === 1 ? 'the last decision' : `the last ${act.decisions} decisions`} back`
    case 'block':
      return `Suda blocks ${customer}`
    case 'unblock':
      return `Suda unblocks ${customer}`
    case 'erase':
      return `Thana asks to erase ${customer}, and ${deciders[act.decides]}`
    case 'announce-later':
      return `Mali puts the announcement off by ${act.days} days`
    case 'move-deadline':
      return `Mali moves the deadline to confirm by ${act.days} days`
    case 'export':
      return `Mali exports the ${act.table}, and Thana approves it`
    case 'mail-closing':
      return 'the organiser starts the LINE messages about the close'
    case 'draw-commit':
      return 'Mali and Thana promise the draw'
    case 'draw-seal':
      return `Mali and Thana seal the list${act.byHand ? ' for a draw by hand' : ''}`
    case 'draw-run':
      return `Mali and Thana ${act.byHand ? 'enter the winners drawn by hand' : 'draw the winners'}`
    case 'publish-proof':
      return 'Mali publishes the proof of the draw'
    case 'announce':
      return 'Mali and Thana announce the result'
    case 'mail-results':
      return 'Mali starts the LINE messages about the result'
    case 'promote':
      return 'Mali and Thana promote reserves'
    case 'parcels':
      return 'Mali sends the parcels'
    case 'retain':
      return 'server A deletes old data'
    case 'kill-server':
      return `server ${act.server === 0 ? 'A' : 'B'} is killed and starts again${act.hasToken ? '' : ' without a token for LINE'}`
    case 'cut-power':
      return 'the machine of both servers loses its power'
    case 'back-up':
      return 'the operator makes a backup'
    case 'restore':
      return 'the operator restores the last backup'
    case 'suspend-server':
      return `server ${act.server === 0 ? 'A' : 'B'} stops after its next request to LINE, for ${Math.ceil(act.ms / 60_000)} minutes`
    case 'network':
      return `the network between people and servers becomes ${act.weather}`
    case 'line':
      return `the way from the servers to LINE becomes ${act.weather}`
    default:
      return assertNever(act)
  }
}
