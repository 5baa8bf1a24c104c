import vue from '@vitejs/plugin-vue'
import { liffEmulator } from 'liff-emulator/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vue(), liffEmulator({ liffId: '1234567890-AbCdEfGh', scenario: 'first-consent' })],
  test: { environment: 'happy-dom' },
})
