import { CompiledQuery as Compiled, type CompiledQuery, type Kysely, type RootOperationNode } from 'kysely'
import type { RouteName } from '#contract/routes.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Tables } from '#server/store/tables.ts'
import { newKey, newPhoto, receiptBody, uploadPhoto } from './activity.ts'
import { growing } from './big-campaign.ts'
import { sha256Of } from './images.ts'
import { type CallOptions, profileForm, type SignedIn, type TestServer, testServer } from './server.ts'

type Database = { readonly db: Kysely<Tables>; readonly dialect: ServerDeps['dialect'] }

/** How the database would go about one call. `cost` in the planner's units; SQLite names none. */
export type CallPlan = {
  readonly name: RouteName
  readonly status: number
  readonly statements: number
  readonly cost: number
  /** Tables that grow with the campaign and would be read from end to end. */
  readonly scanned: readonly string[]
}

/** A database that notes what is asked of it. */
function listening(db: Kysely<Tables>) {
  const heard: RootOperationNode[] = []
  const noting = db.withPlugin({
    transformQuery({ node }) {
      heard.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const compile = (node: RootOperationNode): CompiledQuery =>
    db.getExecutor().compileQuery(node, { queryId: 'plan' })
  return { db: noting, take: () => heard.splice(0).map(compile) }
}

/**
 * Makes each of a customer's calls once and asks the database how it goes about every statement of it. `signIn` gives
 * customers who have taken part before: leaving is a call, too.
 */
export async function planCalls(
  { db, dialect }: Database,
  now: number,
  signIn: (server: TestServer) => Promise<SignedIn>,
): Promise<CallPlan[]> {
  const ear = listening(db)
  const server = await testServer({ now, dialect: 'sqlite', deps: { db: ear.db, dialect } })
  const plans: CallPlan[] = []
  try {
    for (const [name, prepare] of calls(server)) {
      const who = await signIn(server)
      const given = await prepare(who)
      ear.take()
      const { status } = await server.call(name, { token: who.token, ...given })
      const found = await Promise.all(ear.take().map(query => explain({ db, dialect }, query)))
      plans.push({
        name,
        status,
        statements: found.length,
        cost: found.reduce((sum, one) => sum + one.cost, 0),
        scanned: [...new Set(found.flatMap(one => one.scanned))],
      })
    }
  } finally {
    await server.close()
  }
  return plans
}

type Prepare = (who: SignedIn) => CallOptions | Promise<CallOptions>

function calls(server: TestServer): readonly (readonly [RouteName, Prepare])[] {
  const identity = async (who: SignedIn) => ({
    lineUserId: who.user.userId,
    idToken: await server.idToken(who.user),
  })
  const send = async (who: SignedIn) => {
    const body = receiptBody(server, [await uploadPhoto(server, who)], { receiptNo: newKey() })
    await server.call('createReceipt', { token: who.token, body, key: body.id })
    return body
  }
  const consents = { consentTerms: 'true', consentPrivacy: 'true' }
  const photo = newPhoto()
  const params = { sha256: sha256Of(photo) }
  const held = async (who: SignedIn) => ({ params: { sha256: await uploadPhoto(server, who, photo) } })
  const keyed = (body: unknown) => () => ({ key: newKey(), body })
  return [
    ['login', async who => ({ form: await identity(who) })],
    ['register', async who => ({ form: { ...(await identity(who)), ...profileForm, ...consents } })],
    ['postCustomer', who => ({ body: { lineUserId: who.user.userId, lineDisplayName: 'มานี' } })],
    ['getCustomer', () => ({})],
    ['putCustomer', keyed({ firstName: 'มานะ', phone: '0999999999' })],
    ['giveMarketingConsent', keyed(undefined)],
    ['deleteMarketingConsent', keyed(undefined)],
    ['deletePhoto', keyed(undefined)],
    ['logState', who => ({ body: { customerId: who.customerId, state: 'poster', os: 'ios' } })],
    ['logPageView', who => ({ body: { customerId: who.customerId, path: '/receipt' } })],
    ['createReward', () => ({ body: {} })],
    ['getReward', () => ({})],
    ['getRewardQr', () => ({})],
    ['useReward', keyed({ rewardType: 'welcome' })],
    ['confirmConcert', keyed({ attend: true })],
    ['question', () => ({})],
    ['postAnswer', keyed({ Answer: 'ลิ้นจี่' })],
    ['lastAnswer', () => ({})],
    ['answerHistory', () => ({})],
    ['uploadImage', () => ({ params, bytes: photo })],
    ['headImage', held],
    ['getImage', held],
    [
      'createReceipt',
      async who => {
        const body = receiptBody(server, [await uploadPhoto(server, who)], { receiptNo: newKey() })
        return { body, key: body.id }
      },
    ],
    [
      'updateReceipt',
      async who => {
        const { id, ...body } = await send(who)
        return { params: { id }, key: newKey(), headers: { 'If-Match': '"1"' }, body }
      },
    ],
    ['getReceipt', async who => ({ params: { id: (await send(who)).id } })],
    ['deleteReceipt', async who => ({ params: { id: (await send(who)).id }, key: newKey() })],
    ['receiptHistory', () => ({})],
    ['receiptHistory', () => ({ query: { status: 'approved' } })],
    ['activity', () => ({})],
    ['deleteSession', keyed(undefined)],
    ['deleteSessions', keyed(undefined)],
    ['cancel', keyed({ confirm: true })],
  ]
}

type Explained = { readonly cost: number; readonly scanned: readonly string[] }

async function explain({ db, dialect }: Database, query: CompiledQuery): Promise<Explained> {
  const asked = dialect === 'postgres' ? 'explain (format json)' : 'explain query plan'
  const { rows } = await db.executeQuery(Compiled.raw(`${asked} ${query.sql}`, [...query.parameters]))
  return dialect === 'postgres' ? ofPostgres(rows) : ofSqlite(rows)
}

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Total Cost': number; Plans?: Node[] }

function ofPostgres(rows: readonly unknown[]): Explained {
  const [row] = rows as { 'QUERY PLAN': { Plan: Node }[] }[]
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('PostgreSQL has no plan.')
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const scans = nodes(plan).filter(node => node['Node Type'] === 'Seq Scan')
  return {
    cost: plan['Total Cost'],
    scanned: scans.map(node => node['Relation Name'] ?? '').filter(isGrowing),
  }
}

/** SQLite says `SCAN table`, `SCAN table USING INDEX …` or `SEARCH table USING INDEX …`. */
function ofSqlite(rows: readonly unknown[]): Explained {
  const details = (rows as { detail: string }[]).map(row => row.detail)
  const scans = details.map(detail => /^SCAN (?:TABLE )?(\w+)/.exec(detail)?.[1] ?? '')
  return { cost: 0, scanned: scans.filter(isGrowing) }
}

const isGrowing = (table: string): boolean => (growing as readonly string[]).includes(table)
