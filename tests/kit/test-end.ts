export * from '#emulator-tests/kit/test-end.ts'
