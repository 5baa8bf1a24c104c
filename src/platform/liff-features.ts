import CreateShortcutModule from '@line/liff/create-shortcut-on-home-screen'
import ScanCodeV2Module from '@line/liff/scan-code-v2'
import SendMessagesModule from '@line/liff/send-messages'
import ShareTargetPickerModule from '@line/liff/share-target-picker'
import { liff } from './liff-sdk.ts'

// The SDK modules that only some screens need. The SDK accepts modules at any time.
liff.use(new ScanCodeV2Module())
liff.use(new ShareTargetPickerModule())
liff.use(new SendMessagesModule())
liff.use(new CreateShortcutModule())

export { liff }
