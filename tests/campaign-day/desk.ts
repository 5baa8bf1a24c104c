import type { DeskAction } from '#contract/approvals.ts'
import type { Role } from '#contract/desk/roles.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { invitePerson } from '#server/desk/people.ts'
import { DESK_ORIGIN, deskBrowser } from '#tests/kit/desk.ts'
import type { Backend } from './backend.ts'
import type { Chance } from './chance.ts'
import type { CampaignNetwork } from './network.ts'
import type { Time } from './time.ts'

/** A person at the desk, with a passkey in their browser. */
export type DeskPerson = Awaited<ReturnType<typeof joinDesk>>

type World = {
  readonly time: Time
  readonly chance: Chance
  readonly network: CampaignNetwork
  readonly changes: DeskChange[]
  /** The reviewer who is looking at each receipt, by receipt id. */
  readonly looking: Map<string, string>
  /** Forbidden actions in which someone at the desk succeeded. Must stay empty. */
  readonly trespasses: string[]
}
type Decision = { readonly receiptId: string; readonly version: number }

/** A change that the desk has confirmed: its action in the audit log, and a text that the log entry contains. */
export type DeskChange = { readonly action: string; readonly about: string }

const nothing = 'no answer'

/** Invites a person as the command line does. The person then joins with a passkey. */
export async function joinDesk(world: World, backend: Backend, role: Role, name: string) {
  const { time, chance, network, changes, looking, trespasses } = world
  const { token, personId } = await invitePerson(
    backend.deps.db,
    { name, role },
    { now: time.now(), random: backend.deps.random, by: null },
  )
  const browser = deskBrowser(network.for(name), DESK_ORIGIN)
  const tab = uuidv7(time.now(), chance.stream(name).bytes(16))
  const { body } = await browser.call('invitationOptions', { body: { token } })
  const response = browser.authenticator.create(body.options)
  const joined = await browser.call('acceptInvitation', { body: { token, response } })
  if (joined.status !== 200) throw new Error(`${name} could not join the desk: ${joined.error.error}`)
  /** The decisions of the last review, newest last. */
  let last: Decision[] = []
  const confirmed = (action: string, about: string) => void changes.push({ action, about })

  /** Signs in with the passkey and runs the work. Stops if a request or an answer is lost. */
  async function signedIn(work: () => Promise<string>): Promise<string> {
    try {
      const { options } = (await browser.call('signInOptions')).body
      const { status } = await browser.call('signIn', {
        body: { response: browser.authenticator.use(options) },
      })
      return status === 200 ? await work() : 'cannot sign in'
    } catch (error) {
      if (error instanceof TypeError) return nothing
      throw error
    }
  }

  /**
   * Decides between two receipts with the same number: the number belongs to this one, or a till has printed it twice.
   */
  const numberOf = () => (chance.below(4) === 0 ? ('separate' as const) : ('this' as const))

  /** Corrects the amount of one in six receipts, as if the photo showed another amount than the customer typed. */
  function correctionOf({ receiptId, version }: Decision) {
    const own = chance.stream(`correction of ${receiptId} ${version}`)
    return own.below(6) === 0 ? { corrected: { amount: 100 + own.below(3000) } } : {}
  }

  const refusal = ({ error, detail }: { readonly error: string; readonly detail?: string | undefined }) =>
    detail === undefined ? error : `${error} ${detail}`

  return {
    name,
    personId,
    browser,
    signedIn,
    /** Reviews up to this many receipts. `isRejected` decides whether the person rejects the next one. */
    review: (count: number, isRejected: () => boolean) =>
      signedIn(async () => {
        const decided: string[] = []
        last = []
        while (decided.length < count) {
          const next = await browser.call('reviewNext', { body: { tab, holding: [] } })
          if (next.status !== 200) return [...decided, refusal(next.error)].join(', ')
          const { item } = next.body
          if (item === null) break
          const other = looking.get(item.receiptId)
          if (other !== undefined && other !== name)
            trespasses.push(`${name} and ${other} decide on the same receipt at the same time`)
          looking.set(item.receiptId, name)
          await time.sleep(2000 + chance.below(8000))
          looking.delete(item.receiptId)
          const rejects = isRejected()
          const decision = rejects
            ? ({ kind: 'rejected', reason: 'BLURRY', note: null } as const)
            : ({
                kind: 'approved',
                ...(item.disputedWith === null ? {} : { number: numberOf() }),
                ...correctionOf(item),
              } as const)
          const { receiptId, version } = item
          const done = await browser.call('reviewDecide', { body: { tab, receiptId, version, decision } })
          const receiptNo = item.sides[0]?.receiptNo ?? ''
          if (done.status === 200) last.push({ receiptId, version: done.body.version })
          const outcome = rejects
            ? 'rejected'
            : 'corrected' in decision
              ? 'corrected and approved'
              : 'approved'
          decided.push(`${receiptNo} ${done.status === 200 ? outcome : refusal(done.error)}`)
        }
        return decided.join(', ') || 'nothing to review'
      }),
    /** Undoes the person's own last decisions. */
    undo: (count: number) =>
      signedIn(async () => {
        const outcomes: string[] = []
        for (const decision of last.splice(-count).toReversed()) {
          const undone = await browser.call('reviewUndo', { body: { tab, ...decision } })
          if (undone.status === 200) confirmed('receipts undo', decision.receiptId)
          outcomes.push(undone.status === 200 ? 'undone' : refusal(undone.error))
        }
        return outcomes.join(', ') || 'nothing to undo'
      }),
    block: (id: string) =>
      signedIn(async () => {
        const { status, error } = await browser.call('blockCustomer', {
          params: { id },
          body: { reason: 'Fraud' },
        })
        if (status === 200) confirmed('desk customer block', id)
        return status === 200 ? 'blocked' : refusal(error)
      }),
    unblock: (id: string) =>
      signedIn(async () => {
        const { status, error } = await browser.call('unblockCustomer', { params: { id }, body: {} })
        if (status === 200) confirmed('desk customer unblock', id)
        return status === 200 ? 'unblocked' : refusal(error)
      }),
    /**
     * Requests an action that a second person must approve. Returns the request's id, or the reason why there is none.
     */
    async ask(input: DeskAction): Promise<{ readonly id: string } | string> {
      let id: string | null = null
      const outcome = await signedIn(async () => {
        const { status, body, error } = await browser.call('askApproval', { body: { input } })
        if (status !== 200) return refusal(error)
        const mine = body.approvals.filter(
          ({ askedBy, state }) => askedBy.id === personId && state === 'asked',
        )
        id = mine.find(approval => approval.input.action === input.action)?.id ?? null
        return 'asked'
      })
      return id === null ? outcome : { id }
    },
    approve: (id: string) =>
      signedIn(async () => {
        const { status, error } = await browser.approve(id)
        if (status === 200) confirmed('desk approve', id)
        return status === 200 ? 'done' : refusal(error)
      }),
    refusal,
    confirmed,
    trespass: (what: string) => void trespasses.push(what),
  }
}

/** Has one person request an action and a second person approve it. */
export async function together(asks: DeskPerson, approves: DeskPerson, input: DeskAction): Promise<string> {
  const asked = await asks.ask(input)
  return typeof asked === 'string' ? asked : approves.approve(asked.id)
}
