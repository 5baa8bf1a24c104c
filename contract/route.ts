export type { CallDefinition as Route } from '#contract/define-call.ts'
