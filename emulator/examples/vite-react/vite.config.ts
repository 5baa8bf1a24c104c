import react from '@vitejs/plugin-react'
import { liffEmulator } from 'liff-emulator/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), liffEmulator({ liffId: '1234567890-AbCdEfGh', scenario: 'not-friend' })],
})
