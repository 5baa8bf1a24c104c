import type { PanelTexts } from './panel-texts.ts'
import { actionButton } from './th/action-button.ts'
import { chat } from './th/chat.ts'
import { composer } from './th/composer.ts'
import { controls } from './th/controls.ts'
import { exam } from './th/exam.ts'
import { frame } from './th/frame.ts'
import { groups } from './th/groups.ts'
import { miniApp } from './th/mini-app.ts'
import { phone } from './th/phone.ts'
import { purchases } from './th/purchases.ts'
import { scenarios } from './th/scenarios.ts'
import { timeline } from './th/timeline.ts'
import { tools } from './th/tools.ts'
import { webhooks } from './th/webhooks.ts'

export const th: PanelTexts = {
  lang: 'th',
  name: 'ไทย',
  // Use Gregorian years, as in the JSON of requests and tokens.
  locale: 'th-TH-u-ca-gregory',
  actionButton,
  chat,
  composer,
  controls,
  exam,
  frame,
  groups,
  miniApp,
  phone,
  purchases,
  scenarios,
  timeline,
  tools,
  webhooks,
}
