import { lockFolder } from '../../../src/sandbox/server/folder-lock.ts';

// Locks each folder that it is sent, at the given time, and says whether it could.
process.on('message', async ({ folder, at }: { readonly folder: string; readonly at: number }) => {
	while (Date.now() < at);
	const answer = await lockFolder(folder, 0).then(
		() => 'locked',
		({ isInUse, message }) => (isInUse ? 'in use' : message),
	);
	process.send?.(answer);
});
process.send?.('ready');
