import liff from '@line/liff'
import { createApp } from 'vue'
import App from './app.vue'

createApp(App, { liff }).mount('#app')
