/** The model's state (see `model.ts`). */

const jobStates = [
  'absent',
  /** Queued, and never tried. */
  'fresh',
  /** Claimed for the first attempt. */
  'first',
  /** An attempt was made, so the server may have the job. */
  'tried',
  /** Too old to be sent without asking the customer. */
  'expired-fresh',
  'expired-tried',
  /** Refused by the server; `shown` once a screen has shown the refusal. */
  'refused',
  'shown',
  /** The outcomes that the phone keeps. */
  'received',
  'withdrawn',
  'replaced',
  /** Deleted by the customer, or with the customer's data. The phone reports nothing about the server. */
  'deleted',
  /** The job was only in the memory of a page, which had told the customer so and has closed. */
  'closed',
  /** The job is gone although no rule allows it. */
  'lost',
] as const
const serverStates = [
  'none',
  /** A request with the job's key was sent, so it can arrive at any time from now on, more than once. */
  'sent',
  'effect',
  'refused',
] as const

export type Job = {
  readonly state: (typeof jobStates)[number]
  /** The customer's number, from 1. */
  readonly owner: number
  /** The tab that holds the job in its memory; -1 if the job is on the disk. */
  readonly memory: number
  /** True while a tab's claim on the stored job lasts. */
  readonly claimed: boolean
  readonly server: (typeof serverStates)[number]
  /** The number of the photo's pieces that the server has. */
  readonly pieces: number
}

export type Tab = {
  /** The customer whom the tab believes to be signed in; 0 if the tab is closed. */
  readonly owner: number
  /** True if the tab cannot reach the phone's disk. */
  readonly lost: boolean
  /** The job that the tab is sending; -1 if there is none. */
  readonly job: number
  /** The progress of the request (see `stage`). */
  readonly stage: number
}

export type State = {
  /** The customer whose session requests carry; 0 if there is none. */
  readonly cookie: number
  /** True once the customer `LEAVER` has deleted the account. */
  readonly left: boolean
  readonly jobs: readonly Job[]
  readonly tabs: readonly Tab[]
}

/** Reports a possible step: its tab, its name, its job, and the next state or the broken promise. */
export type Emit = (tab: number, what: string, job: number, next: State | string, setback?: 'setback') => void

/** The size of a model. */
export type Config = {
  readonly owners: number
  readonly jobs: number
  readonly tabs: number
  /** The number of tabs that can lose their store, or find it full. */
  readonly failing: number
  /** The number of pieces of the first job's photo. The other jobs have no photo. */
  readonly pieces: number
  /** True if the jobs are on one subject, so that they are sent in order. */
  readonly oneSubject: boolean
}

/** The customer who can delete the account. One is enough, because the customers are interchangeable. */
export const LEAVER = 1

/** Returns the name of a customer: A, B and so on. */
export const nameOfOwner = (owner: number): string => String.fromCharCode(64 + owner)

/** Stages of a request. `offset + n`: the server is known to have n pieces; `sent`: the call itself was sent. */
export const stage = { none: 0, ask: 1, offset: 2, sent: (pieces: number) => pieces + 3 } as const

const noJob: Job = { state: 'absent', owner: 1, memory: -1, claimed: false, server: 'none', pieces: 0 }
export const closedTab: Tab = { owner: 0, lost: false, job: -1, stage: stage.none }

export const initialState = ({ jobs, tabs }: Config): State => ({
  cookie: 0,
  left: false,
  jobs: Array.from({ length: jobs }, () => noJob),
  tabs: Array.from({ length: tabs }, () => closedTab),
})

// The next two functions name every field, because spreading objects takes three times as long.
export function withJob(s: State, j: number, to: Partial<Job>): State {
  const jobs = s.jobs.slice()
  const { state, owner, memory, claimed, server, pieces } = jobs[j] as Job
  jobs[j] = {
    state: to.state ?? state,
    owner: to.owner ?? owner,
    memory: to.memory ?? memory,
    claimed: to.claimed ?? claimed,
    server: to.server ?? server,
    pieces: to.pieces ?? pieces,
  }
  return { cookie: s.cookie, left: s.left, jobs, tabs: s.tabs }
}

export function withTab(s: State, t: number, to: Partial<Tab>): State {
  const tabs = s.tabs.slice()
  const { owner, lost, job, stage } = tabs[t] as Tab
  tabs[t] = { owner: to.owner ?? owner, lost: to.lost ?? lost, job: to.job ?? job, stage: to.stage ?? stage }
  return { cookie: s.cookie, left: s.left, jobs: s.jobs, tabs }
}

export const withJobs = (s: State, jobs: readonly Job[]): State => ({
  cookie: s.cookie,
  left: s.left,
  jobs,
  tabs: s.tabs,
})

export const withCookie = (s: State, cookie: number): State => ({
  cookie,
  left: s.left,
  jobs: s.jobs,
  tabs: s.tabs,
})

export const isQueued = ({ state }: Job): boolean =>
  state === 'fresh' || state === 'first' || state === 'tried'
export const isExpired = ({ state }: Job): boolean => state === 'expired-fresh' || state === 'expired-tried'
/** True if the job must still be sent, shown or decided about. */
export const isUnsettled = (job: Job): boolean => isQueued(job) || isExpired(job) || job.state === 'refused'
/** True if nothing can happen to the job any more: its result is known, and no copy of it is in transit. */
const isOver = (s: State, j: number): boolean => {
  const job = s.jobs[j] as Job
  const isSettled = !isUnsettled(job) && job.state !== 'absent' && job.state !== 'shown'
  return isSettled && job.server !== 'sent' && s.tabs.every(tab => tab.job !== j)
}

export const hasLeft = (s: State, owner: number): boolean => s.left && owner === LEAVER

/** Returns the promise that a state breaks, or null. */
export function violation(s: State): string | null {
  for (const { state, owner, server, memory } of s.jobs) {
    if (state === 'lost') return 'an accepted job is lost'
    if (state === 'received' && server !== 'effect') return 'says received without an effect'
    if ((state === 'refused' || state === 'shown') && server !== 'refused')
      return 'says refused without a refusal'
    if ((state === 'withdrawn' || state === 'replaced') && server === 'effect')
      return `says ${state} despite an effect`
    const stored = memory < 0 && state !== 'absent' && state !== 'deleted' && state !== 'closed'
    // A tab that has not yet noticed this may still hold the job.
    const held = memory >= 0 && s.tabs[memory]?.owner === 0
    if (hasLeft(s, owner) && (stored || held)) return 'keeps a job of a customer who has left'
  }
  return null
}

/** Returns the function that maps states to numbers. Unless `exact`, it ignores details of jobs that are over. */
export function keysFor({ owners, jobs, failing, pieces }: Config, exact: boolean): (s: State) => number {
  const stateAt = Object.fromEntries(jobStates.map((name, i) => [name, i])) as Record<Job['state'], number>
  const serverAt = Object.fromEntries(serverStates.map((name, i) => [name, i])) as Record<
    Job['server'],
    number
  >
  return s => {
    let key = s.cookie * 2 + (s.left ? 1 : 0)
    for (const [j, job] of s.jobs.entries()) {
      const over = !exact && isOver(s, j)
      // Other outcomes are kept: they must be true, and must be deleted when their customer leaves.
      const forgotten = over && (job.state === 'deleted' || job.state === 'closed')
      const hasPhoto = over || (!exact && job.server !== 'none' && job.server !== 'sent')
      key = key * jobStates.length + stateAt[job.state]
      key = key * owners + (forgotten ? 0 : job.owner - 1)
      key = key * (failing + 1) + job.memory + 1
      key = key * 2 + (job.claimed ? 1 : 0)
      key = key * serverStates.length + (forgotten ? 0 : serverAt[job.server])
      key = key * (pieces + 1) + (hasPhoto ? 0 : job.pieces)
    }
    for (const tab of s.tabs) {
      key = key * (owners + 1) + tab.owner
      key = key * 2 + (tab.lost ? 1 : 0)
      key = (key * (jobs + 1) + tab.job + 1) * (pieces + 4) + tab.stage
    }
    return key
  }
}
