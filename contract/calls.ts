export { lanes as queued, requests as calls } from '#contract/generated/requests.ts'
export { type BodyKind, type CallRequest as Call, type Lane, pathOf } from '#contract/request.ts'
