import type { Command } from './command.ts'

export type PackageCommand = Command & {
  /** The port on which the command expects an app's server. */
  readonly app?: number
  /** Set if an emulator must run on the default port, because the command controls it. */
  readonly controls?: true
}

const at4400 = (path: string, answer: RegExp) => ({ url: `http://localhost:4400${path}`, answer })
const runs = {
  serves: at4400('/__emulator/', /<title>/),
  prints: [/The app in LINE +http:\/\/localhost:4400\/__emulator\//],
}
const because = 'the line has a placeholder'
const controls = true

/** The commands of emulator/README.md. They run in this order, in a folder that is empty at first. */
export const packageCommands: readonly PackageCommand[] = [
  { line: 'npm install --save-dev liff-emulator @line/liff', prints: [/^added \d+ packages/m] },
  {
    line: 'npm install --save-dev PATH/TO/liff-emulator-0.1.0.tgz @line/liff',
    prints: [/^(added|changed) \d+ package|^up to date/m],
  },
  {
    line: 'npx liff-emulator http://localhost:5173 --liff-id 1234567890-AbCdEfGh',
    app: 5173,
    serves: at4400('/__line/liff.line.me/1234567890-AbCdEfGh', /<h1>An app<\/h1>/),
    prints: runs.prints,
  },
  { line: 'npx liff-emulator doctor', prints: [/^✓ Node \d+/m, /^✓ @line\/liff /m] },
  { line: 'npx liff-emulator ./public', ...runs },
  { line: 'npx liff-emulator http://localhost:3000 --port 4400', app: 3000, ...runs },
  { line: 'npx liff-emulator exec ./dist -- npm test', prints: [/^LINE: http:\/\/localhost:\d+$/m] },
  {
    line: 'npm run dev',
    serves: { url: 'http://localhost:5173/', answer: /shim\.js/ },
    prints: [/\/__emulator\//],
  },
  { line: 'npx liff-emulator start ./public', documented: ['liff-emulator start [APP]'], because, ...runs },
  {
    line: 'npx liff-emulator exec ./dist -- node -p 1+1',
    documented: ['liff-emulator exec [APP] -- COMMAND'],
    because,
    prints: [/^2$/m],
  },
  {
    line: 'npx liff-emulator doctor ./public',
    documented: ['liff-emulator doctor [APP]'],
    because,
    prints: [/has an index\.html/],
  },
  { line: 'npx liff-emulator scenario list', controls, prints: [/not-friend/, /lie-fi/] },
  {
    line: 'npx liff-emulator scenario load not-friend',
    documented: ['liff-emulator scenario load NAME'],
    because,
    controls,
    prints: [/^loaded not-friend$/m],
  },
  { line: 'npx liff-emulator scenario show', controls, prints: [/"name": "friend"/] },
  {
    line: 'npx liff-emulator scenario load shop.json',
    documented: ['liff-emulator scenario load FILE.json'],
    because,
    controls,
    prints: [/^loaded shop$/m],
  },
  {
    line: 'npx liff-emulator phase',
    documented: ['liff-emulator phase [ID]'],
    because,
    controls,
    prints: [/^this project has no phases$/m],
  },
  {
    line: 'npx liff-emulator export state.json',
    documented: ['liff-emulator export [FILE]'],
    because,
    controls,
    prints: [/^exported state\.json$/m],
  },
  {
    line: 'npx liff-emulator import state.json',
    documented: ['liff-emulator import FILE'],
    because,
    controls,
    prints: [/^imported state\.json$/m],
  },
  { line: 'npx liff-emulator reset', controls, prints: [/^reset to friend$/m] },
  {
    line: 'npx liff-emulator token',
    documented: ['liff-emulator token [USER_ID]'],
    because,
    controls,
    prints: [/"idToken": "ey/],
  },
  {
    line: 'npx liff-emulator init',
    documented: ['npx liff-emulator init', 'liff-emulator init [FOLDER]'],
    because,
    prints: [/^Found Vite, and wrote liff-emulator\.json:$/m],
  },
  { line: 'npx liff-emulator', app: 5173, ...runs },
]
