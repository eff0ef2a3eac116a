import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

type Operation = 'open' | 'rename' | 'rm' | 'mkdir' | 'readdir' | 'writeFile' | 'appendFile' | 'utimes';

/**
 * Makes the first `times` file operations with a matching path fail with `code`, as another platform or a full disk would.
 * Returns a function that restores the operation.
 */
export function failing(
	operation: Operation,
	code: string,
	{ times = Number.POSITIVE_INFINITY, path = /./ }: { readonly times?: number; readonly path?: RegExp } = {},
): () => void {
	const real = files[operation];
	let left = times;
	const failure = (name: unknown) =>
		Object.assign(new Error(`${code}: made to fail, ${operation} '${name}'`), { code, syscall: operation });
	Object.assign(files, {
		[operation]: (name: string, ...rest: unknown[]) => {
			if (!path.test(String(name)) || left === 0) return Reflect.apply(real, files, [name, ...rest]);
			left -= 1;
			return Promise.reject(failure(name));
		},
	});
	syncBuiltinESMExports();
	return () => {
		Object.assign(files, { [operation]: real });
		syncBuiltinESMExports();
	};
}
