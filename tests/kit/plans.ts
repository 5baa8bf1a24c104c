import { CompiledQuery as Compiled, type CompiledQuery, type Kysely, type RootOperationNode } from 'kysely'
import { type CallName, calls } from '#contract/calls.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Tables } from '#server/store/tables.ts'
import { growing } from './big-campaign.ts'
import { type CallOptions, type SignedIn, type TestServer, testServer } from './server.ts'
import { goodRequest } from './writes.ts'

type Database = { readonly db: Kysely<Tables>; readonly dialect: ServerDeps['dialect'] }

/** The query plans of one call's statements. `cost` is the total in the planner's units, and always 0 for SQLite. */
export type Plan = {
  readonly name: string
  readonly status: number
  readonly statements: number
  readonly cost: number
  /** The tables that the plan scans completely. By default, only tables that grow with a campaign count. */
  readonly scanned: readonly string[]
  /** SQLite's description of each step, for example `SEARCH receipt USING INDEX … (customer_id=?)`. */
  readonly steps: readonly string[]
}

/** Returns a database that records its queries. */
export function recordQueries(db: Kysely<Tables>) {
  const queries: RootOperationNode[] = []
  const recording = db.withPlugin({
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const compile = (node: RootOperationNode): CompiledQuery =>
    db.getExecutor().compileQuery(node, { queryId: 'plan' })
  return { db: recording, take: () => queries.splice(0).map(compile) }
}

/** Starts a server on a database and collects the query plans of its calls. `tables` must not be scanned completely. */
export async function planner({ db, dialect }: Database, now: number, tables?: readonly string[]) {
  const recorder = recordQueries(db)
  const server = await testServer({ now, dialect: 'sqlite', deps: { db: recorder.db, dialect } })
  const plans: Plan[] = []
  return {
    server,
    plans,
    /** Makes a call and adds the query plans of its statements to `plans`. */
    async plan(name: string, call: () => Promise<{ readonly status: number }>) {
      recorder.take()
      const { status } = await call()
      const found = await Promise.all(recorder.take().map(query => explain({ db, dialect }, query, tables)))
      plans.push({
        name,
        status,
        statements: found.length,
        cost: found.reduce((sum, one) => sum + one.cost, 0),
        scanned: [...new Set(found.flatMap(one => one.scanned))],
        steps: found.flatMap(one => one.steps),
      })
    },
  }
}

/** Makes every call once, each as a different customer, and returns the query plans of their statements. */
export async function planCalls(
  database: Database,
  now: number,
  signIn: (server: TestServer) => Promise<SignedIn>,
): Promise<Plan[]> {
  const { server, plans, plan } = await planner(database, now)
  try {
    for (const [name, prepare] of requestsOf(server)) {
      const given = await prepare(await signIn(server))
      await plan(name, () => server.call(name, given))
    }
  } finally {
    await server.close()
  }
  return plans
}

type Prepare = (who: SignedIn) => Promise<CallOptions>

/** Returns every call with its example request, and the receipt history again without the example's filter. */
function requestsOf(server: TestServer): readonly (readonly [CallName, Prepare])[] {
  const names = Object.keys(calls) as CallName[]
  return [
    ...names.map(name => [name, (who: SignedIn) => goodRequest(server, name, who)] as const),
    ['receiptHistory', async who => ({ token: who.token })],
  ]
}

type Explained = Pick<Plan, 'cost' | 'scanned' | 'steps'>

/** Returns the query plan of one statement. `tables` must not be scanned completely. */
export async function explain(
  { db, dialect }: Database,
  query: CompiledQuery,
  tables: readonly string[] = growing,
): Promise<Explained> {
  const asked = dialect === 'postgres' ? 'explain (format json)' : 'explain query plan'
  const { rows } = await db.executeQuery(Compiled.raw(`${asked} ${query.sql}`, [...query.parameters]))
  return dialect === 'postgres' ? ofPostgres(rows, tables) : ofSqlite(rows, tables)
}

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Total Cost': number; Plans?: Node[] }

function ofPostgres(rows: readonly unknown[], tables: readonly string[]): Explained {
  const [row] = rows as { 'QUERY PLAN': { Plan: Node }[] }[]
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('PostgreSQL has no plan.')
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const scans = nodes(plan).filter(node => node['Node Type'] === 'Seq Scan')
  return {
    cost: plan['Total Cost'],
    scanned: scans.map(node => node['Relation Name'] ?? '').filter(table => tables.includes(table)),
    steps: [],
  }
}

/** SQLite describes a step as `SCAN table`, `SCAN table USING INDEX …` or `SEARCH table USING INDEX …`. */
function ofSqlite(rows: readonly unknown[], tables: readonly string[]): Explained {
  const details = (rows as { detail: string }[]).map(row => row.detail)
  const scans = details.map(detail => /^SCAN (?:TABLE )?(\w+)/.exec(detail)?.[1] ?? '')
  return { cost: 0, scanned: scans.filter(table => tables.includes(table)), steps: details }
}
