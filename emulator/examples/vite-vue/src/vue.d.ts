declare module '*.vue' {
  import type { Liff } from '@line/liff'
  import type { DefineComponent } from 'vue'

  const component: DefineComponent<{ liff: Liff }>
  export default component
}
