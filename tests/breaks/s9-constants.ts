import type { Breaks } from './types.ts'

export const s9: Breaks = {
  'S9.1': { file: 'emulator/src/limits.ts', find: 'MAX_MESSAGES = 5', replace: 'MAX_MESSAGES = 4' },
  'S9.2': {
    file: 'contract/limits.ts',
    find: 'export const TOAST_LIFETIME_MS = 3000',
    replace: 'export const TOAST_LIFETIME_MS = 4000',
  },
  'S9.3': {
    file: 'src/ui/toast-host.module.css',
    find: '  inset: max(12px, env(safe-area-inset-top)) 12px auto;',
    replace: '  inset: auto 12px 12px;',
  },
  'S9.4': { file: 'src/styles/tokens.css', find: '  --toast-blur: 1.5px;', replace: '  --toast-blur: 3px;' },
  'S9.7': { file: 'emulator/src/user-agent.ts', find: ' LIFF`', replace: " LIFF`.replace('9.4.0', '9.5.0')" },
  'S9.8': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('9.19.0', '9.18.0')",
  },
  'S9.9': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('10.10.9', '10.11.0')",
  },
  'S9.10': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('10.14.0', '10.15.0')",
  },
  'S9.11': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('11.6.0', '11.5.0')",
  },
  'S9.13': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('14.11.0', '14.10.9')",
  },
  'S9.16': {
    file: 'emulator/src/pages/message-handler.ts',
    find: 'if (data.event) post(data.event)',
    replace: '',
  },
  'S9.21': {
    file: 'emulator/src/pages/message-handler.ts',
    find: "setTimeout(() => parent.postMessage({ ['iframe-' + identifier + '-ready']: true }, '*'), 50)",
    replace: '',
  },
  'S9.22': {
    file: 'emulator/src/limits.ts',
    find: 'export const CODE_CHALLENGE_LENGTH = 43',
    replace: 'export const CODE_CHALLENGE_LENGTH = 44',
  },
  'S9.23': {
    file: 'contract/limits.ts',
    find: "export const APP_VERSION = '1.0.5'",
    replace: "export const APP_VERSION = '1.0.6'",
  },
  'S9.24': { file: 'src/storage/token-cookie.ts', find: 'samesite=strict', replace: 'samesite=lax' },
  'S9.25': {
    file: 'src/storage/token-cookie.ts',
    find: 'clock.after(COOKIE_POLL_MS, () => {',
    replace: 'clock.after(10 * COOKIE_POLL_MS, () => {',
  },
  'S9.26': { file: 'src/styles/tokens.css', find: '  --column: 768px;', replace: '  --column: 760px;' },
  'S9.27': {
    file: 'src/platform/config.ts',
    find: "meta(from, 'campaign-oa-id')",
    replace: "meta(from, 'campaign-liff-id')",
  },
  'S9.28': { file: 'src/styles/tokens.css', find: '  --ripple: 400ms;', replace: '  --ripple: 900ms;' },
  'S9.29': {
    file: 'src/ui/theme.ts',
    find: "root.classList.toggle('dark', dark)",
    replace: "root.classList.toggle('night', dark)",
  },
  'S9.30': { file: 'campaign/colours.css', find: '  --accent: #d3154e;', replace: '  --accent: #154ed3;' },
  'S9.31': {
    file: 'src/styles/tokens.css',
    find: '  --input-radius: 4px;',
    replace: '  --input-radius: 8px;',
  },
  'S9.32': { file: 'src/styles/tokens.css', find: '  --dialog: 728px;', replace: '  --dialog: 600px;' },
  'S9.33': {
    file: 'src/ui/dialog.tsx',
    find: '      <h2 id={titleId}',
    replace: '      <header />\n      <h2 id={titleId}',
  },
  'S9.34': { file: 'campaign/colours.css', find: '  --on-accent: #fff;', replace: '  --on-accent: #000;' },
  'S9.35': { file: 'src/styles/tokens.css', find: '  --tooltip: 12.5rem;', replace: '  --tooltip: 20rem;' },
  'S9.36': {
    file: 'src/styles/tokens.css',
    find: '  --toggle-width: 2.5rem;',
    replace: '  --toggle-width: 3rem;',
  },
  'S9.37': { file: 'campaign/colours.css', find: '  --base: #000;', replace: '  --base: #111;' },
  'S9.38': {
    file: 'src/platform/client.ts',
    find: 'const cancel = ms > 0 ?',
    replace: 'const cancel = ms >= 0 ?',
  },
}
