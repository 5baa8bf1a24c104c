import type { OwnLanguage } from '../../own-language.ts'
import type { ScenarioName } from '../../scenario/named.ts'
import type { ChatTexts } from './en/chat.ts'
import type { ControlTexts } from './en/controls.ts'
import type { FrameTexts } from './en/frame.ts'
import type { PhoneTexts } from './en/phone.ts'
import type { PurchaseTexts } from './en/purchases.ts'
import type { TimelineTexts } from './en/timeline.ts'
import type { ToolTexts } from './en/tools.ts'
import type { ScenarioText } from './types.ts'

/** All texts of the panel in one language. */
export type PanelTexts = {
  /** Value of the `lang` attribute. */
  readonly lang: OwnLanguage
  /** The language's name in that language. */
  readonly name: string
  /** Locale in which dates are written. */
  readonly locale: string
  readonly chat: ChatTexts
  readonly controls: ControlTexts
  readonly frame: FrameTexts
  readonly phone: PhoneTexts
  readonly purchases: PurchaseTexts
  /** Texts of the named scenarios. A scenario without a text has that of the emulator, which is in English. */
  readonly scenarios: Readonly<Partial<Record<ScenarioName, ScenarioText>>>
  readonly timeline: TimelineTexts
  readonly tools: ToolTexts
}

/** Returns the title and the description of a scenario in the panel's language. */
export function scenarioTextIn(
  { scenarios }: Pick<PanelTexts, 'scenarios'>,
  scenario: ScenarioText & { readonly name: string },
): ScenarioText {
  return (scenarios as Readonly<Record<string, ScenarioText | undefined>>)[scenario.name] ?? scenario
}
