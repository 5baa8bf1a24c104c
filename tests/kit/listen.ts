export * from '#emulator-tests/kit/listen.ts'
