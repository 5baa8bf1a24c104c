import { chat } from './ja/chat.ts'
import { controls } from './ja/controls.ts'
import { frame } from './ja/frame.ts'
import { phone } from './ja/phone.ts'
import { purchases } from './ja/purchases.ts'
import { scenarios } from './ja/scenarios.ts'
import { timeline } from './ja/timeline.ts'
import { tools } from './ja/tools.ts'
import type { PanelTexts } from './panel-texts.ts'

/** Japanese texts of the panel. */
export const ja: PanelTexts = {
  lang: 'ja',
  name: '日本語',
  locale: 'ja-JP',
  ...{ chat, controls, frame, phone, purchases, scenarios, timeline, tools },
}
