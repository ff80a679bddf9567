/**
 * Does the work for each item, at most `limit` at the same time, in their order. At the first error nothing more is
 * begun; what is under way is waited for, since it is paid for, and then the error is thrown.
 */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const errors: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (next < items.length && errors.length === 0) {
      const index = next++;
      await work(items[index]!, index).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (errors.length > 0) throw errors[0];
}
