import { actionButton } from './ja/action-button.ts'
import { chat } from './ja/chat.ts'
import { composer } from './ja/composer.ts'
import { controls } from './ja/controls.ts'
import { exam } from './ja/exam.ts'
import { frame } from './ja/frame.ts'
import { groups } from './ja/groups.ts'
import { miniApp } from './ja/mini-app.ts'
import { phone } from './ja/phone.ts'
import { purchases } from './ja/purchases.ts'
import { scenarios } from './ja/scenarios.ts'
import { timeline } from './ja/timeline.ts'
import { tools } from './ja/tools.ts'
import { webhooks } from './ja/webhooks.ts'
import type { PanelTexts } from './panel-texts.ts'

export const ja: PanelTexts = {
  lang: 'ja',
  name: '日本語',
  locale: 'ja-JP',
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
