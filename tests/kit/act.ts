export * from '#emulator-tests/kit/act.ts'
