import { codeOf } from '../../base/files/files.ts';

const notWritable = 'The data folder of VS Code is not writable.';
const diskMessages: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'The disk is full.'],
	['EDQUOT', 'The disk is full.'],
	['EROFS', notWritable],
	['EACCES', notWritable],
	['EPERM', notWritable],
	['EIO', 'The disk reported an error.'],
]);

/** Programs, ports and watchers fail with the same codes for other reasons. */
const otherCalls = /^(?:spawn|listen|bind|connect|watch)/;

/** What the user reads about a failure to read or write files of this computer. Undefined for other errors. */
export function diskMessage(error: unknown): string | undefined {
	const call: unknown = error instanceof Error ? Reflect.get(error, 'syscall') : undefined;
	return otherCalls.test(`${call}`) ? undefined : diskMessages.get(codeOf(error) ?? '');
}
