/** How a body travels. A form is urlencoded or multipart with text fields; bytes are raw; none: no body is read. */
export type BodyKind = 'none' | 'json' | 'form' | 'bytes'

/** What a caller needs to make a call, without its schemas: these come later, or not at all. */
export type Call = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** The path with `:name` for parameters. */
  readonly path: string
  readonly bodyKind: BodyKind
  /** `bearer`: a session token in `Authorization`; nothing else identifies a customer. */
  readonly auth: 'none' | 'bearer'
}

const call = <const M extends Call['method']>(
  method: M,
  path: string,
  bodyKind: BodyKind = 'none',
  auth: Call['auth'] = 'bearer',
): Call & { readonly method: M } => ({ method, path, bodyKind, auth })

/** Every call of the product API by name: S7's, and those that the screens need besides. */
export const calls = {
  login: call('POST', '/api/authorization/login', 'form', 'none'),
  register: call('POST', '/api/authorization/register', 'form', 'none'),
  cancel: call('POST', '/api/authorization/cancel', 'json'),
  postCustomer: call('POST', '/api/customer', 'json'),
  getCustomer: call('GET', '/api/customer'),
  putCustomer: call('PUT', '/api/customer', 'json'),
  deleteCustomer: call('DELETE', '/api/customer'),
  deleteSession: call('DELETE', '/api/customer/session'),
  deleteSessions: call('DELETE', '/api/customer/sessions'),
  deleteMarketingConsent: call('DELETE', '/api/customer/consent/marketing'),
  giveMarketingConsent: call('PUT', '/api/customer/consent/marketing'),
  deletePhoto: call('DELETE', '/api/customer/photo'),
  logState: call('POST', '/api/logstate', 'json'),
  logPageView: call('POST', '/api/logpageview', 'json'),
  logBatch: call('POST', '/api/log/batch', 'json'),
  getReward: call('GET', '/api/reward'),
  createReward: call('POST', '/api/reward', 'json'),
  useReward: call('POST', '/api/reward/use', 'json'),
  confirmConcert: call('POST', '/api/reward/confirm-concert', 'json'),
  getRewardQr: call('GET', '/api/reward/qr'),
  answerHistory: call('GET', '/api/answer/customerHistory'),
  postAnswer: call('POST', '/api/answer', 'json'),
  lastAnswer: call('GET', '/api/answer/last'),
  question: call('GET', '/api/answer/question'),
  uploadImage: call('PUT', '/api/receipt/image/:sha256', 'bytes'),
  headImage: call('HEAD', '/api/receipt/image/:sha256'),
  getImage: call('GET', '/api/receipt/image/:sha256'),
  createReceipt: call('POST', '/api/receipt', 'json'),
  receiptHistory: call('GET', '/api/receipt/customerHistory'),
  getReceipt: call('GET', '/api/receipt/:id'),
  updateReceipt: call('PUT', '/api/receipt/:id', 'json'),
  deleteReceipt: call('DELETE', '/api/receipt/:id'),
  provinces: call('GET', '/api/master/province', 'none', 'none'),
  districts: call('GET', '/api/master/district', 'none', 'none'),
  subdistricts: call('GET', '/api/master/subdistrict', 'none', 'none'),
  stores: call('GET', '/api/master/store', 'none', 'none'),
  masterAll: call('GET', '/api/master/all', 'none', 'none'),
  activity: call('GET', '/api/master/activity', 'none', 'none'),
  draw: call('GET', '/api/draw/:id', 'none', 'none'),
  openApi: call('GET', '/api/openapi.json', 'none', 'none'),
  healthz: call('GET', '/healthz', 'none', 'none'),
  readyz: call('GET', '/readyz', 'none', 'none'),
} satisfies Record<string, Call>

export type RouteName = keyof typeof calls

/** The queue a write waits in on the phone; order is kept inside a lane only. */
export type Lane = 'log' | 'answer' | 'receipt' | 'profile' | 'reward'

/** The writes that can wait on the phone, each in its lane; all of them take an idempotency key. */
export const queued = {
  putCustomer: 'profile',
  useReward: 'reward',
  confirmConcert: 'reward',
  postAnswer: 'answer',
  createReceipt: 'receipt',
  updateReceipt: 'receipt',
  deleteReceipt: 'receipt',
} as const satisfies Partial<Record<RouteName, Lane>>

/** A call's path with its parameters filled in, percent-encoded. */
export function pathOf(call: Pick<Call, 'path'>, params: Readonly<Record<string, string>>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
