import { options } from '../tools/options.ts';
import { packageExtension } from '../tools/vsix.ts';

options({});

const { file, bytes, sha256, entries } = await packageExtension();
for (const { name, size } of entries) console.log(`${String(size).padStart(9)}  ${name}`);
console.log(`${file}: ${(bytes / 1024).toFixed(0)} KB, SHA-256 ${sha256}`);
