import { chat } from './en/chat.ts'
import { controls } from './en/controls.ts'
import { frame } from './en/frame.ts'
import { phone } from './en/phone.ts'
import { purchases } from './en/purchases.ts'
import { timeline } from './en/timeline.ts'
import { tools } from './en/tools.ts'
import type { PanelTexts } from './panel-texts.ts'

/** English texts of the panel. The scenarios have none, because the emulator sends them in English. */
export const en: PanelTexts = {
  lang: 'en',
  name: 'English',
  locale: 'en-GB',
  scenarios: {},
  ...{ chat, controls, frame, phone, purchases, timeline, tools },
}
