import type { OwnLanguage } from '../../own-language.ts'
import type { ScenarioName } from '../../scenario/named.ts'
import type { ActionButtonTexts } from './en/action-button.ts'
import type { ChatTexts } from './en/chat.ts'
import type { ComposerTexts } from './en/composer.ts'
import type { ControlTexts } from './en/controls.ts'
import type { ExamTexts } from './en/exam.ts'
import type { FrameTexts } from './en/frame.ts'
import type { GroupTexts } from './en/groups.ts'
import type { MiniAppTexts } from './en/mini-app.ts'
import type { PhoneTexts } from './en/phone.ts'
import type { PurchaseTexts } from './en/purchases.ts'
import type { TimelineTexts } from './en/timeline.ts'
import type { ToolTexts } from './en/tools.ts'
import type { WebhookTexts } from './en/webhooks.ts'
import type { ScenarioText } from './types.ts'

export type PanelTexts = {
  readonly lang: OwnLanguage
  /** The language's own name for itself. */
  readonly name: string
  readonly locale: string
  readonly actionButton: ActionButtonTexts
  readonly chat: ChatTexts
  readonly composer: ComposerTexts
  readonly controls: ControlTexts
  readonly exam: ExamTexts
  readonly frame: FrameTexts
  readonly groups: GroupTexts
  readonly miniApp: MiniAppTexts
  readonly phone: PhoneTexts
  readonly purchases: PurchaseTexts
  /** If a scenario is missing, the emulator's English strings are used. */
  readonly scenarios: Readonly<Partial<Record<ScenarioName, ScenarioText>>>
  readonly timeline: TimelineTexts
  readonly tools: ToolTexts
  readonly webhooks: WebhookTexts
}

export function scenarioTextIn(
  { scenarios }: Pick<PanelTexts, 'scenarios'>,
  scenario: ScenarioText & { readonly name: string },
): ScenarioText {
  return (scenarios as Readonly<Record<string, ScenarioText | undefined>>)[scenario.name] ?? scenario
}
