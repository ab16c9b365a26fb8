// The annotation of the library javax.annotation-api by which a generated client says who wrote it.
package javax.annotation;

public @interface Generated {
  String[] value();

  String date();

  String comments();
}
