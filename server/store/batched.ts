import { setImmediate as turn } from 'node:timers/promises'

/** Questions that one statement carries at most: well under the databases' limits on parameters. */
const MOST = 200
/** Statements under way at a time: while the database works on one, the next is written or the last one read. */
const LANES = 2

type Waiting<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes one statement of many small ones: `ask` gets the questions of all calls that came in the same turn of the
 * event loop, or while the statement before was under way, and gives their answers in the same order. Each question
 * is asked after it was put, so that an answer is never older than it. What `idOf` names alike goes into different
 * statements. A statement that fails fails all its questions.
 */
export function batched<Q, A>(
  idOf: (question: Q) => string,
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = []
  let running = 0

  function nextGroup(): Waiting<Q, A>[] {
    const ids = new Set<string>()
    const group: Waiting<Q, A>[] = []
    const left: Waiting<Q, A>[] = []
    for (const one of waiting) {
      const id = idOf(one.question)
      if (group.length < MOST && !ids.has(id)) group.push(one)
      else left.push(one)
      ids.add(id)
    }
    waiting = left
    return group
  }

  async function drain(): Promise<void> {
    await turn()
    while (waiting.length > 0) {
      const group = nextGroup()
      try {
        const answers = await ask(group.map(one => one.question))
        for (const [index, one] of group.entries()) one.resolve(answers[index] as A)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    running -= 1
  }

  return question =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      // A second lane opens only for what the first has left behind.
      if (running > 0 && (running >= LANES || waiting.length > 1)) return
      running += 1
      // Nothing to wait for here: what goes wrong is told to each of the group.
      void drain()
    })
}
