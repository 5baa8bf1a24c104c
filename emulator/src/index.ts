export type { ChatCommand } from './control/chat-command.ts'
export type { ClockCommand } from './control/clock-command.ts'
export type { PanelLink } from './control/panel-link.ts'
export type { PhaseList } from './control/phase-list.ts'
export type { Phase, PhaseTools } from './control/phases.ts'
export type { ControlTokens, TokenCommand } from './control/user-actions.ts'
export { createLiffEmulator, type LiffEmulator } from './emulator.ts'
export type { EmulatorOptions } from './emulator-options.ts'
export { EMULATOR_PREFIX, LINE_PREFIX } from './page-config.ts'
export type { LoggedRequest } from './platform/log.ts'
export type { Fault } from './scenario/fault-schema.ts'
export type { NamedScenario } from './scenario/named/named-scenario.ts'
export { NAMED_SCENARIOS, namedScenario, type ScenarioBase } from './scenario/named.ts'
export { type Parsed, type Problem, parseScenario } from './scenario/parse.ts'
export type {
  App,
  Environment,
  Friendship,
  IdTokenVariant,
  Scenario,
  ScenarioInput,
  Scope,
  User,
} from './scenario/schema.ts'
export type { Snapshot, SnapshotStorage } from './snapshot.ts'
export type { SentMessage } from './world/state.ts'
