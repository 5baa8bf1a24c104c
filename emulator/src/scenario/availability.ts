import { hasVerifiedFeatures, simplifiesConsent } from './mini-app.ts'
import type { App, AvailabilityEntry } from './schema.ts'

/** Default `context.availability`: whether LINE permits each feature, and the first LINE version that has it. */
const DEFAULT_AVAILABILITY: Readonly<Record<string, AvailabilityEntry>> = {
  shareTargetPicker: { permission: true, minVer: '10.3.0' },
  multipleLiffTransition: { permission: true, minVer: '10.18.0' },
  subwindowOpen: { permission: true, minVer: '11.7.0' },
  scanCode: { permission: true, minVer: '9.4.0', unsupportedFromVer: '9.19.0' },
  scanCodeV2: { permission: true, minVer: '11.7.0', minOsVer: '14.3.0' },
  getAdvertisingId: { permission: false, minVer: '7.14.0' },
  addToHomeScreen: { permission: false, minVer: '9.16.0' },
  bluetoothLeFunction: { permission: false, minVer: '9.14.0', unsupportedFromVer: '9.19.0' },
  skipChannelVerificationScreen: { permission: false, minVer: '11.14.0' },
  addToHomeV2: { permission: true, minVer: '13.20.0' },
  addToHomeHideDomain: { permission: false, minVer: '13.20.0' },
  addToHomeLineScheme: { permission: false, minVer: '13.20.0' },
  iap: { permission: false, minVer: '15.6.0' },
}

/** Setting an entry to null removes the feature. */
export function availabilityOf(app: App): Record<string, AvailabilityEntry> {
  const all: Record<string, AvailabilityEntry> = { ...DEFAULT_AVAILABILITY }
  if (app.miniApp !== null) {
    all.addToHomeV2 = { ...all.addToHomeV2, permission: hasVerifiedFeatures(app) }
    all.skipChannelVerificationScreen = {
      ...all.skipChannelVerificationScreen,
      permission: simplifiesConsent(app),
    }
  }
  if (app.inAppPurchase !== null) all.iap = { ...all.iap, permission: true }
  for (const [name, entry] of Object.entries(app.availability)) {
    if (entry === null) delete all[name]
    else all[name] = { ...all[name], ...entry }
  }
  return all
}
